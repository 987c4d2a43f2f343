/** Every TypeScript example in pages and source comments runs against a sandbox. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateClientOptions } from '../../src/index.js';
import * as library from '../../src/index.js';
import * as sandbox from '../../src/library/sandbox.js';
import * as model from '../../src/model/index.js';
import * as webhooks from '../../src/webhooks/index.js';
import { FERRY } from '../support/ferry-document.js';
import { openPlanLandscape, type PlanLandscape } from '../support/plan-landscape.js';
import { openService, type Service } from '../support/sandbox.js';
import { examplesIn, runWith } from './library-example.js';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((it) => it.endsWith('.ts'))
  .map((it) => `src/${it}`);
/** Pages except the recipes, which run as programs in webhook-recipes.test.ts. */
const pages = readdirSync('docs').filter((it) => it.endsWith('.md') && it !== 'library-webhook-recipes.md');
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
const body = JSON.stringify({
  ...{ collection: 'model-object', operation: 'updated', organizationId: 'O', subscriptionId: 'S' },
  ...{ resourceId: 'R', before: { id: 'R', name: 'Shop' }, after: { id: 'R', name: 'Web shop' } },
});

/** Variables from the surrounding code of an example. */
async function surroundings() {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = await webhooks.sign({ secret: SECRET, timestamp, body });
  const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
  return {
    process: { env: { KEY_ID: 'id', KEY_SECRET: 'secret', WEBHOOK_SECRET: SECRET } },
    request: { method: 'POST', headers, body },
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
      'docs/library-testing.md',
      'docs/library-testing.md',
      'docs/library-webhooks.md',
      'docs/library.md',
      'src/client/jobs/follow-logs.ts',
      'src/index.ts',
      'src/library/sandbox.ts',
      'src/model/index.ts',
      'src/webhooks/index.ts',
    ]);
  });

  test.each(examples)('$file: $code', async ({ file, code }) => {
    const at = await openPlanLandscape(service, 'Examples');
    // The first example of a file is the one that applies a document.
    if (!landscapes.has(file)) landscapes.set(file, at);
    const disk = new Map(Object.entries(DISK));
    // A client with its own transport calls a sandbox of the example.
    const open = (options: CreateClientOptions = {}) =>
      options.transport
        ? library.createClient(options)
        : service.client({ paced: false, hooks: options.hooks });
    const tests: Promise<void>[] = [];
    const modules = {
      'node:fs/promises': {
        readFile: async (path: string) => disk.get(path),
        writeFile: async (path: string, text: string) => disk.set(path, text),
      },
      archctl: { ...library, createClient: open, clientFromEnv: open },
      'archctl/model': model,
      'archctl/sandbox': sandbox,
      'archctl/webhooks': webhooks,
      vitest: { expect, test: (_: string, run: () => Promise<void>) => tests.push(run()) },
    };
    const placed = code
      .replace('ORGANIZATION_ID', service.sandbox.organizationId)
      .replace('LANDSCAPE_ID', at.path.landscapeId);
    const lines: string[] = [];
    expect(await runWith(placed, modules, lines, await surroundings())).toBeUndefined();
    if (code.includes('receive(')) expect(lines).toEqual(['Shop is now Web shop']);
    await Promise.all(tests);
  });

  test.each(['docs/library-models.md', 'src/model/index.ts'])(
    '%s applies the whole document',
    async (file) => {
      const { steps } = (await landscapes.get(file)?.plan(FERRY, 'namespace')) ?? {};
      expect(steps).toEqual([]);
    },
  );
});
