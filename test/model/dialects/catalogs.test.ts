import { describe, expect, it } from 'vitest';
import { readBackstage } from '../../../src/model/dialects/read/backstage.js';
import { readCompose } from '../../../src/model/dialects/read/compose.js';
import { imageOf } from '../../../src/model/dialects/read/compose-images.js';
import { readOpenapi } from '../../../src/model/dialects/read/openapi.js';
import type { Include, ReadDialect } from '../../../src/model/dialects/readers.js';
import { resolve } from '../../../src/model/dialects/resolve/resolve.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { validate } from '../../../src/model/validate/validate.js';

const NOTHING: Include = () => undefined;

/**
 * Result of an import: objects as `type parent/name`, connections as `origin -text-> target`, and findings.
 */
function madeOf(reader: ReadDialect, text: string, include = NOTHING) {
  const { model, findings } = resolve(reader([{ path: 'in.yaml', text }], include));
  const files = writeModel(model);
  expect(validate(files, readModel(files)).filter(({ severity }) => severity === 'error')).toEqual([]);
  return {
    objects: elementsOf(model, 'object').map(
      ({ id, fields }) => `${fields.type} ${fields.parent === undefined ? '' : `${fields.parent}/`}${id}`,
    ),
    connections: elementsOf(model, 'connection').map(
      ({ fields }) => `${fields.origin} -${fields.name}-> ${fields.target}`,
    ),
    fields: (id: string) => elementsOf(model, 'object').find((it) => it.id === id)?.fields,
    domains: elementsOf(model, 'domain').map(({ fields }) => fields.name),
    labels: (id: string) => elementsOf(model, 'domain').find((it) => it.id === id)?.fields.labels,
    findings: findings.map(({ rule, message, place }) => `${rule} ${place?.from ?? '-'} ${message}`),
  };
}

describe('compose', () => {
  it('creates apps and stores from services, by their images, and connections from dependencies', () => {
    const made = madeOf(
      readCompose,
      `name: shop
x-common: &common { depends_on: [db] }
services:
  web: { image: acme/web, depends_on: { api: { condition: service_healthy } }, links: ['api:backend'] }
  api: { <<: *common, build: . }
  db: { image: 'postgres:16@sha256:0', network_mode: 'service:web' }
`,
    );
    expect(made.objects).toEqual(['system shop', 'app shop/web', 'app shop/api', 'store shop/db']);
    expect(made.connections).toEqual([
      'web -Depends on-> api',
      'web -Links to-> api',
      'api -Depends on-> db',
      'db -Shares the network of-> web',
    ]);
    expect(made.fields('db')?.technologies).toEqual(['postgresql']);
    expect(made.findings).toEqual([]);
  });

  it('reads included files once, and reports ignored parts', () => {
    const files: Record<string, string> = {
      'more.yaml': 'include: [in.yaml, more.yaml]\nservices: { cache: { image: redis } }',
    };
    const include: Include = (path) => (path in files ? [{ path, text: files[path] ?? '' }] : undefined);
    const made = madeOf(
      readCompose,
      'include: [more.yaml, { path: https://elsewhere/x.yaml }]\nservices: { web: { extends: { file: base.yaml } } }',
      include,
    );
    expect(made.objects).toContain('store services/cache');
    expect(made.findings.filter((it) => it.startsWith('import/lost'))).toHaveLength(3);
  });

  it('resolves extended services and default values of variables', () => {
    const files: Record<string, string> = {
      'base.yaml': 'services: { keep: { extends: { service: raw } }, raw: { image: postgres } }',
    };
    const made = madeOf(
      readCompose,
      `name: \${NAME:-shop}
services:
  common: { image: redis, depends_on: [db], profiles: [debug, test] }
  cache: { extends: { service: common }, container_name: "\${C:-quick}" }
  again: { extends: cache }
  kept: { extends: { file: base.yaml, service: keep } }
  db: { image: "\${IMAGE:-pgvector/pgvector:pg16}" }
  self: { extends: self }
  gone: { extends: { file: base.yaml, service: nobody } }
`,
      (path) => (path in files ? [{ path, text: files[path] ?? '' }] : undefined),
    );
    expect(made.objects).toEqual([
      'system shop',
      ...['store shop/common', 'store shop/quick', 'store shop/again', 'store shop/kept', 'store shop/db'],
      ...['app shop/self', 'app shop/gone'],
    ]);
    expect(made.fields('kept')?.technologies).toEqual(['postgresql']);
    expect(made.fields('common')?.tags).toEqual(['debug', 'test']);
    expect(made.connections).toEqual([
      'common -Depends on-> db',
      'quick -Depends on-> db',
      'again -Depends on-> db',
    ]);
    expect(made.findings).toEqual([
      expect.stringMatching(/^import\/lost \d+ "extends" from self is not read/),
      expect.stringMatching(/^import\/lost \d+ "extends" from nobody is not read/),
    ]);
  });

  it('keeps the name of a container if an overriding file sets another image', () => {
    const made = madeOf(
      readCompose,
      'services: { db: { image: acme/db, container_name: ledger } }\n---\nservices: { db: { image: mysql } }',
    );
    expect(made.objects).toEqual(['system services', 'store services/ledger']);
  });

  it.each(['services: [a, b]', 'just words', '[1, 2]', 'services: &a { x: *a }'])(
    'handles empty and invalid files: %s',
    (text) => {
      const { objects, findings } = madeOf(readCompose, text);
      expect(objects.length === 0 ? findings.length : objects.length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['postgres', 'PostgreSQL', true],
    ['mcr.microsoft.com/mssql/server:2022-latest', 'SQL Server', true],
    ['acme/server', '', false],
    ['bitnami/redis:7', 'Redis', true],
    ['constructor', '', false],
    ['nginx:1', 'NGINX', false],
  ])('recognizes images: %s', (image, technology, isStore) => {
    expect(imageOf(image)).toEqual({ technology, isStore });
  });
});

const entity = (kind: string, name: string, spec: string, more = ''): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}${more} }\nspec: { ${spec} }\n`;

describe('Backstage', () => {
  it('assigns entities to their parents, and relates them', () => {
    const made = madeOf(
      readBackstage,
      [
        entity('Domain', 'travel', 'owner: a', ', title: Passenger Travel'),
        entity('System', 'booking', 'owner: Group:default/Team-A, domain: travel'),
        entity('Group', 'team-a', 'type: team', ', title: Team A'),
        entity('Component', 'api', 'system: booking, providesApis: [bookings], dependsOn: [Resource:DB]'),
        entity('Component', 'core', 'subcomponentOf: api, lifecycle: deprecated'),
        entity('API', 'bookings', 'type: openapi, system: booking'),
        entity('Component', 'web', 'system: booking, consumesApis: [api:default/bookings]'),
        entity('Resource', 'db', 'type: s3-bucket, system: booking, dependencyOf: [component:web]'),
      ].join('---\n'),
    );
    expect(made.domains).toEqual(['Passenger Travel']);
    expect(made.objects).toEqual([
      'system booking',
      'app booking/api',
      'component api/core',
      'component api/bookings',
      'app booking/web',
      'store booking/db',
    ]);
    expect(made.connections).toEqual([
      'api -Depends on-> db',
      'web -Consumes-> bookings',
      'web -Depends on-> db',
    ]);
    expect(made.fields('booking')?.teams).toEqual(['Team A']);
    expect(made.fields('core')?.status).toBe('deprecated');
    expect(made.findings).toEqual([]);
  });

  it('keeps labels, and values without a field', () => {
    const made = madeOf(
      readBackstage,
      [
        entity('Domain', 'travel', 'owner: team-a', ', description: "All of it."'),
        entity('Component', 'api', 'type: service, lifecycle: experimental', ', labels: { tier: "1" }'),
        entity('Component', 'old', 'type: library, lifecycle: deprecated'),
      ].join('---\n'),
    );
    expect(made.fields('api')?.labels).toEqual({ type: 'service', lifecycle: 'experimental', tier: '1' });
    expect(made.fields('old')).toMatchObject({ status: 'deprecated', labels: { type: 'library' } });
    expect(made.labels('travel')).toEqual({ owner: 'team-a' });
    expect(made.findings.filter((it) => it.includes('lost'))).toEqual([
      expect.stringContaining('A domain has no description: these fields of "travel"'),
    ]);
  });

  it('reports what it omits', () => {
    const made = madeOf(
      readBackstage,
      [
        entity('Location', 'here', 'target: ./x'),
        entity('Component', 'a', 'system: nowhere, dependsOn: [component:nobody]'),
        entity('Component', 'a', 'type: service'),
      ].join('---\n'),
    );
    expect(made.findings.filter((it) => it.startsWith('import/lost'))).toHaveLength(4);
    expect(madeOf(readBackstage, 'kind: Component\n').findings[0]).toMatch(/^import\/syntax 0 /);
  });
});

describe('OpenAPI', () => {
  it('creates an app, its parts by tag, its servers, and identity providers', () => {
    const made = madeOf(
      readOpenapi,
      `openapi: 3.1.0
info: { title: Bookings, version: 2.1.0, summary: Sells crossings }
servers: [{ url: https://api.example/v1, description: Live }, { url: 'https://{region}.example' }]
tags: [{ name: Sailings, description: When ships leave. }, { name: Unused }]
paths:
  /sailings: { get: { tags: [Sailings] }, post: { tags: [Sailings, Quotes] } }
components:
  securitySchemes:
    id: { type: openIdConnect, openIdConnectUrl: https://login.example/.well-known }
    code: { type: oauth2, flows: { authorizationCode: { authorizationUrl: https://login.example/a, tokenUrl: https://login.example/t } } }
`,
    );
    expect(made.objects).toEqual([
      'system bookings-system',
      'app bookings-system/bookings',
      'component bookings/sailings',
      'component bookings/quotes',
      'system login-example',
    ]);
    expect(made.connections).toEqual(['bookings -Checks who signs in with-> login-example']);
    expect(made.fields('bookings')).toMatchObject({
      caption: 'Sells crossings',
      description: 'Security:\n\n- id: openIdConnect\n- code: oauth2',
      labels: { version: '2.1.0' },
      links: [{ url: 'https://api.example/v1', name: 'Live' }],
    });
    expect(made.fields('login-example')).toMatchObject({ external: true });
  });

  it('reports what it omits, and expands addresses of servers', () => {
    const made = madeOf(
      readOpenapi,
      `openapi: 3.1.0
info: { title: A, contact: { url: https://x.y/us } }
servers:
  - { url: 'https://{region}.example', variables: { region: { default: eu } } }
  - { url: / }
  - { url: /v1 }
webhooks:
  sold: { post: { tags: [Sales] } }
components:
  schemas: { One: {}, Two: {} }
`,
    );
    expect(made.objects).toContain('component a/sales');
    expect(made.fields('a')?.links).toEqual([
      { url: 'https://eu.example' },
      { url: 'https://x.y/us', name: 'Contact' },
    ]);
    expect(made.findings.slice(0, 2)).toEqual([
      'import/lost 176 The server "/v1" is skipped: its URL is incomplete.',
      'import/inferred 0 1 operation and 2 schemas are not imported, except for tags.',
    ]);
    const old = (schemes: string) =>
      madeOf(readOpenapi, `{"swagger":"2.0","info":{"title":"O"},"host":"o.x","schemes":${schemes}}`);
    const linkOf = (schemes: string) => old(schemes).fields('o')?.links;
    expect(linkOf('["http","https"]')).toEqual([{ url: 'https://o.x' }]);
    expect(linkOf('["http"]')).toEqual([{ url: 'http://o.x' }]);
  });

  it('reads the older version, and reports invalid parts', () => {
    const made = madeOf(
      readOpenapi,
      '{"swagger":"2.0","info":{"title":"Old"},"host":"old.example","basePath":"/v1","securityDefinitions":{"key":{"type":"apiKey","in":"header","name":"X-Key"}}}',
    );
    expect(made.fields('old')).toMatchObject({
      description: 'Security:\n\n- key: apiKey header X-Key',
      links: [{ url: 'https://old.example/v1' }],
    });
    expect(madeOf(readOpenapi, 'openapi: 3.0.0\n').findings[0]).toMatch(/^import\/syntax /);
  });
});

describe('a catalog file with too many entries', () => {
  it('is skipped as a whole, with an error', () => {
    const { findings } = readOpenapi([{ path: 'in.yaml', text: '\n'.repeat(2_000_001) }], NOTHING);
    expect(findings[0]?.message).toBe('The file contains too many entries: it is skipped.');
  });
});
