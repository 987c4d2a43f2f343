import { describe, expect, it } from 'vitest';
import { readBackstage } from '../../../src/model/dialects/read/backstage.js';
import { readCompose } from '../../../src/model/dialects/read/compose.js';
import { readOpenapi } from '../../../src/model/dialects/read/openapi.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const lossesOf = ({ findings }: ReturnType<typeof imported>) =>
  findings.filter((it) => !it.includes(' inferred '));

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
      'compose.yaml:18 lost The file missing.env is not read: it must be in the folder of this one.',
      'compose.yaml:27 lost The external link old of cache2 is skipped: its target is outside of the file.',
      'compose.yaml:13 lost web refers to api.pay.example.org in PAY_URL, which is not a service of the file: the reference is skipped.',
    ]);
    expect(made.findings).toContain('- inferred Fields of services that are not imported: ports, networks.');
  });
});

const entity = (kind: string, name: string, spec: string, more = ''): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}${more} }\nspec: { ${spec} }\n`;

describe('a Backstage catalog', () => {
  it('keeps annotations as labels, and those with an address as links', () => {
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
      'c.yaml:3 lost The annotation x/list of component:default/api is not a text: it is skipped.',
    ]);
  });

  it('reports a provided API that does not exist, and keeps namespaces as labels', () => {
    const made = imported(
      readBackstage,
      `apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: tides, namespace: coast }
spec: { type: service, system: port, providesApis: [tide-table, gauge] }
---
apiVersion: backstage.io/v1alpha1
kind: System
metadata: { name: port, namespace: default }
---
apiVersion: backstage.io/v1alpha1
kind: API
metadata: { name: gauge, namespace: coast }
spec: { type: openapi }
`,
    );
    expect(made.fields.tides).toMatchObject({ labels: { namespace: 'coast' } });
    expect(made.fields.port).not.toHaveProperty('labels');
    expect(made.fields.gauge).toMatchObject({ parent: 'tides' });
    expect(made.connections).toEqual([]);
    expect(lossesOf(made)).toEqual([
      'main:4 lost component:coast/tides is in system:coast/port, which does not exist.',
      'main:4 lost component:coast/tides refers to api:coast/tide-table, which does not exist.',
    ]);
  });

  it('reports definitions, profiles and fields that are not imported', () => {
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
      'c.yaml:26 lost This is not a catalog entity: apiVersion, kind or metadata.name is missing.',
      'c.yaml:9 lost The field spec.definition of api:default/soap is not imported.',
      'c.yaml:14 lost The field spec.color of component:default/web is not imported.',
      'c.yaml:22 lost 1 group or user imported as team names only, without profiles, members and descriptions.',
    ]);
  });

  it('follows locations to neighbouring files', () => {
    const made = imported(
      readBackstage,
      { 'all.yaml': entity('Location', 'all', 'targets: [web.yaml, all.yaml, https://x.example/c.yaml]') },
      { 'web.yaml': entity('Component', 'web', 'type: website'), 'all.yaml': '' },
    );
    expect(Object.keys(made.fields)).toContain('web');
    expect(lossesOf(made)).toEqual([
      'all.yaml:4 lost The target https://x.example/c.yaml is not read: it must be a file in the folder of this one.',
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
      'a.yaml:8 lost Servers of a single path or operation are not imported.',
      'a.yaml:5 lost The tag "Old" is skipped: it has no operation.',
      'a.yaml:5 lost The parent of the tag "Old" is not imported.',
      'a.yaml:6 lost Tag groups (x-tagGroups) are not imported.',
      expect.stringMatching(/^other\.yaml:1 lost This is not an OpenAPI document/),
    ]);
  });
});
