/** Every TypeScript example in pages and source comments runs against a sandbox. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateClientOptions } from '../../src/index.js';
import * as library from '../../src/index.js';
import * as model from '../../src/model/index.js';
import * as webhooks from '../../src/webhooks/index.js';
import { FERRY } from '../support/ferry-document.js';
import { openPlanned, type PlanLandscape } from '../support/plan-landscape.js';
import { openService, type Service } from '../support/sandbox.js';
import { examplesIn, runWith } from './library-example.js';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((it) => it.endsWith('.ts'))
  .map((it) => `src/${it}`);
const pages = readdirSync('docs').filter((it) => it.endsWith('.md'));
const examples = ['README.md', ...pages.map((it) => `docs/${it}`), ...sources]
  .sort()
  .flatMap((file) => examplesIn(readFileSync(file, 'utf8')).map((code) => ({ file, code })));

let service: Service;
/** Landscape of the example's file. */
const landscapes = new Map<string, PlanLandscape>();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const SECRET = 'a-signing-secret';
const rawBody = JSON.stringify({
  ...{ collection: 'tag', operation: 'created', organizationId: 'O', subscriptionId: 'S', resourceId: 'R' },
  ...{ before: null, after: { id: 'R' } },
});

/** Variables from the surrounding code of an example. */
function surroundings() {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = webhooks.sign({ secret: SECRET, timestamp: Number(timestamp), body: rawBody });
  return {
    process: { env: { KEY_ID: 'id', KEY_SECRET: 'secret', WEBHOOK_SECRET: SECRET } },
    request: { headers: { 'x-service-signature': signature, 'x-service-timestamp': timestamp } },
    reply: (status: number) => status,
    rawBody,
  };
}

const DISK = {
  'model.yaml': FERRY,
  'compose.yaml': 'name: shop\nservices:\n  web: { image: nginx }\n',
  'rules.yaml': 'rules:\n  - id: described\n    objects: { type: [app] }\n    require: [description]\n',
};

describe('examples of the library', () => {
  test('are in the expected files', () => {
    expect(examples.map(({ file }) => file)).toEqual([
      'docs/dialects.md',
      'docs/library-calls.md',
      'docs/library-calls.md',
      'docs/library-errors.md',
      'docs/library-models.md',
      'docs/library-models.md',
      'docs/library-webhooks.md',
      'docs/library.md',
      'docs/models.md',
      'src/client/jobs/follow-logs.ts',
      'src/index.ts',
      'src/model/index.ts',
      'src/webhooks/index.ts',
    ]);
  });

  test.each(examples)('$file: $code', async ({ file, code }) => {
    const at = await openPlanned(service, 'Examples');
    landscapes.set(file, at);
    const disk = new Map(Object.entries(DISK));
    const open = ({ hooks }: CreateClientOptions = {}) => service.client({ paced: false, hooks });
    const modules = {
      'node:fs/promises': {
        readFile: async (path: string) => disk.get(path),
        writeFile: async (path: string, text: string) => disk.set(path, text),
      },
      archctl: { ...library, createClient: open, clientFromEnv: open },
      'archctl/model': model,
      'archctl/webhooks': webhooks,
    };
    const placed = code
      .replace('ORGANIZATION_ID', service.sandbox.organizationId)
      .replace('LANDSCAPE_ID', at.path.landscapeId);
    // An example that verifies a delivery returns a status for a rejected one.
    expect(await runWith(placed, modules, [], surroundings())).toBeUndefined();
  });

  test.each(['docs/models.md', 'src/model/index.ts'])('%s applies the whole document', async (file) => {
    const { steps } = (await landscapes.get(file)?.plan(FERRY, 'namespace')) ?? {};
    expect(steps).toEqual([]);
  });
});
