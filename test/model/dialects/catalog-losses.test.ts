import { describe, expect, it } from 'vitest';
import { readBackstage } from '../../../src/model/dialects/read/backstage.js';
import { readCompose } from '../../../src/model/dialects/read/compose.js';
import { readOpenapi } from '../../../src/model/dialects/read/openapi.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const lossesOf = ({ told }: ReturnType<typeof imported>) => told.filter((it) => !it.includes(' inferred '));

describe('values of a compose file', () => {
  it('connect services by the hosts that they name', () => {
    const made = imported(
      readCompose,
      {
        'compose.yaml': `name: shop
services:
  web:
    image: acme/web
    command: [serve, --cache, 'redis://:secret@cache:6379/0']
    environment:
      QUEUE_URL: amqp://user:pa@queue:5672/x
      QUEUE_BACKUP: amqp://queue
      DB_HOST: \${DB:-db}
      DB_USER: cache2
      SELF: http://web:80
      HOME_URL: http://localhost/x
      PAY_URL: https://api.pay.example.org/v1
  worker:
    image: acme/worker
    depends_on: [db]
    links: ['db:store']
    env_file: [worker.env, missing.env]
    environment: ['BROKERS=kafka-1:9092,k2:9092', 'SQL=jdbc:postgresql://store:5432/x']
  net:
    image: acme/net
    environment:
      - ConnectionStrings__Db=\${ESHOP:-Server=db;Database=orders;User Id=sa}
      - ConnectionStrings__Redis=cache
  queue: { image: rabbitmq }
  cache: { image: redis, labels: { tier: fast } }
  cache2: { image: redis, labels: [tier=slow], external_links: [old] }
  db: { image: postgres, ports: ['5432:5432'] }
  kafka-1: { image: kafka }
  kafka-2: { image: kafka, hostname: k2, volumes_from: [kafka-1] }
  mail: { image: acme/mail, networks: { all: { aliases: [smtp] } } }
`,
      },
      { 'worker.env': '# MAIL=smtp://queue\nexport MAIL="smtp://smtp:25"\n' },
    );
    expect(made.connections).toEqual([
      'worker Depends on db',
      'worker Links to db',
      'kafka-2 Uses the volumes of kafka-1',
      'web Connects to queue',
      'web Connects to db',
      'web Connects to cache',
      'worker Connects to kafka-1',
      'worker Connects to kafka-2',
      'worker Connects to mail',
      'net Connects to db',
      'net Connects to cache',
    ]);
    expect(elementsOf(made.model, 'connection').map(({ fields }) => fields.description)).toContain(
      'QUEUE_URL, QUEUE_BACKUP',
    );
    expect([made.fields.cache?.labels, made.fields.cache2?.labels]).toEqual([
      { tier: 'fast' },
      { tier: 'slow' },
    ]);
    expect(lossesOf(made)).toEqual([
      'compose.yaml:18 lost The file missing.env is not read: only files beside this one are.',
      'compose.yaml:27 lost The external link old of cache2 leads out of the file: left out.',
      'compose.yaml:13 lost web names api.pay.example.org in PAY_URL, which is no service of the file: left out.',
    ]);
    expect(made.told).toContain('- inferred A model has no ports, networks of services.');
  });
});

const entity = (kind: string, name: string, spec: string, more = ''): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}${more} }\nspec: { ${spec} }\n`;

describe('a Backstage catalog', () => {
  it('keeps annotations as labels, and those that hold an address as links', () => {
    const made = imported(readBackstage, {
      'c.yaml': entity(
        'Component',
        'api',
        'type: service',
        ", annotations: { github.com/project-slug: acme/api, backstage.io/source-location: 'url:https://x.example/api', x/empty: '', x/list: [a] }",
      ),
    });
    expect(made.fields.api?.labels).toEqual({ type: 'service', 'github.com/project-slug': 'acme/api' });
    expect(made.fields.api?.links).toEqual([
      { url: 'https://x.example/api', name: 'backstage.io/source-location' },
    ]);
    expect(lossesOf(made)).toEqual([
      'c.yaml:3 lost The annotation x/list of component:default/api is no text: left out.',
    ]);
  });

  it('reports definitions, profiles and fields that have no place', () => {
    const made = imported(readBackstage, {
      'c.yaml': [
        entity('API', 'rest', 'type: openapi, definition: { $text: ./openapi.yaml }'),
        entity('API', 'soap', 'type: wsdl, definition: "<x/>"'),
        entity('Component', 'web', 'type: website, color: red'),
        entity('Group', 'team', 'type: team, children: []'),
        entity('User', 'anna', 'profile: { email: a@x.example }'),
        'kind: nothing\n',
      ].join('---\n'),
    });
    expect(made.fields.rest?.labels).toEqual({ definition: './openapi.yaml' });
    expect(lossesOf(made)).toEqual([
      'c.yaml:26 lost This is no entity of a catalog: it lacks apiVersion, kind or metadata.name.',
      'c.yaml:9 lost The field spec.definition of api:default/soap is left out.',
      'c.yaml:14 lost The field spec.color of component:default/web is left out.',
      'c.yaml:22 lost 1 group or user only name teams: their profiles, members and descriptions are left out.',
    ]);
  });

  it('follows locations to the files beside it', () => {
    const made = imported(
      readBackstage,
      { 'all.yaml': entity('Location', 'all', 'targets: [web.yaml, all.yaml, https://x.example/c.yaml]') },
      { 'web.yaml': entity('Component', 'web', 'type: website'), 'all.yaml': '' },
    );
    expect(Object.keys(made.fields)).toContain('web');
    expect(lossesOf(made)).toEqual([
      'all.yaml:4 lost The target https://x.example/c.yaml is not read: only files beside this one are.',
    ]);
  });
});

describe('an OpenAPI document', () => {
  it('keeps what tags, contacts and licenses state, and reports the rest', () => {
    const made = imported(readOpenapi, {
      'a.yaml': `openapi: 3.1.0
info: { title: Shop, contact: { name: Team, email: t@x.example }, license: { name: MIT } }
tags:
  - { name: Orders, summary: Buys, externalDocs: { url: https://x.example/o }, x-displayName: All orders }
  - { name: Old, parent: Orders }
x-tagGroups: []
paths:
  /a: { servers: [{ url: https://y.example }], get: { tags: [Orders] } }
`,
      'other.yaml': 'a: 1',
    });
    expect(made.fields.shop?.labels).toEqual({ license: 'MIT', contact: 'Team, t@x.example' });
    expect(made.fields['all-orders']).toMatchObject({
      caption: 'Buys',
      links: [{ url: 'https://x.example/o', name: 'Documentation' }],
    });
    expect(lossesOf(made)).toEqual([
      'a.yaml:8 lost The servers of a single path or operation are left out.',
      'a.yaml:5 lost The tag "Old" has no operation: left out.',
      'a.yaml:5 lost The tag "Old" has a parent: left out.',
      'a.yaml:6 lost Groups of tags (x-tagGroups) are left out.',
      expect.stringMatching(/^other\.yaml:1 lost This is no OpenAPI document/),
    ]);
  });
});
