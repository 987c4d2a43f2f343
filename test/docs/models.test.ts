/** The rules of docs/model-validate.md and the library example of docs/library-models.md are current. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as library from '../../src/index.js';
import * as model from '../../src/model/index.js';
import { FERRY } from '../support/ferry-document.js';
import { openPlanLandscape, type PlanLandscape } from '../support/plan-landscape.js';
import { openService, type Service } from '../support/sandbox.js';
import { libraryExample, runWith } from './library-example.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService();
  at = await openPlanLandscape(service, 'Documented');
});
afterAll(() => service.close());

test('every rule of "model validate" is listed correctly', () => {
  const [, table = ''] =
    /<!-- rules -->\n([\s\S]*?)<!-- \/rules -->/.exec(readFileSync('docs/model-validate.md', 'utf8')) ?? [];
  const rows = model.ALL_RULES.map(({ name, severity, about }) => `| \`${name}\` | ${severity} | ${about} |`);
  expect(table.trim().split('\n')).toEqual(['| Rule | Level | Meaning |', '|---|---|---|', ...rows]);
});

test('the library example applies its file to a landscape, and writes the result', async () => {
  const code = libraryExample(
    readFileSync('docs/library-models.md', 'utf8'),
    'Compare, plan, apply and pull',
  );
  const disk = new Map([['model.yaml', FERRY]]);
  const modules = {
    'node:fs/promises': {
      readFile: async (path: string) => disk.get(path),
      writeFile: async (path: string, written: string) => disk.set(path, written),
    },
    archctl: { ...library, clientFromEnv: () => service.client({ paced: false }) },
    'archctl/model': model,
  };
  const printed: string[] = [];
  await runWith(code.replace('LANDSCAPE_ID', at.path.landscapeId), modules, printed);
  expect(printed[0]).toContain('added object booking-api');
  expect(printed[1]).toBe('16 steps done, 0 left');
  const written = disk.get('model.yaml') ?? '';
  const files = [{ path: 'model.yaml', text: written }];
  const read = model.readModel(files);
  expect(model.validate(files, read)).toEqual([]);
  // The landscape's own domain is new in the file; the rest is unchanged, and nothing else was added.
  const lines = new Set(FERRY.split('\n'));
  expect([...lines].filter((line) => !written.includes(line))).toEqual([]);
  expect(written.split('\n').filter((line) => !lines.has(line))).toEqual([
    'landscape: Documented',
    '  - { id: documented, name: Documented, index: 0 }',
    'adopted: |',
    expect.stringMatching(/^ {2}domain \w+$/),
  ]);
});

test('a plan with problems is not applied', async () => {
  const client = service.client({ paced: false });
  const read = model.readModel([
    { path: 'm.yaml', text: FERRY.replace('type: store,', 'type: store, teams: [Nobody],') },
  ]);
  const plan = await model.planModel(client, at.path, read);
  expect(plan.problems).toHaveLength(1);
  const before = writes();
  await expect(model.applyModel(client, plan)).rejects.toThrow('there is no team Nobody');
  expect(writes()).toBe(before);
});

test.each([
  ['a key that is not known', [['m.yaml', 'namespace: ferry\nobject: []\n']], 'object is not a known field'],
  ['a missing id', [['m.yaml', 'namespace: ferry\ndomains: [{ name: D }]\n']], 'domains[0].id is required'],
  [
    'a duplicate id',
    [['m.yaml', FERRY.replace('id: booking-db', 'id: booking-api')]],
    'with the id booking-api',
  ],
  [
    'a second file that cannot be parsed',
    [
      ['a.yaml', FERRY],
      ['b.yaml', 'objects: ['],
    ],
    'b.yaml: ',
  ],
  ['a reference to nothing', [['m.yaml', FERRY.replace('tags: [public]', 'tags: [none]')]], 'none'],
  ['no content', [['m.yaml', '# The program that writes this failed.\n']], 'is empty'],
])('planModel refuses a document with %s, like the command', async (_, files, message) => {
  const read = model.readModel(files.map(([path = '', text = '']) => ({ path, text })));
  const before = service.requests.length;
  const planning = model.planModel(service.client({ paced: false }), at.path, read, { prune: 'all' });
  const error = await planning.then(
    () => undefined,
    (it: unknown) => it as library.ArchctlError,
  );
  expect([error?.message, ...(error?.facts.details ?? [])].join()).toContain(message);
  expect(error?.kind).toBe('usage');
  expect(service.requests).toHaveLength(before);
});

test('pullModel does not overwrite files with errors, like the command', async () => {
  const files = [{ path: 'm.yaml', text: 'namespace: ferry\nobject: []\n' }];
  const pulling = model.pullModel(service.client({ paced: false }), at.path, files);
  await expect(pulling).rejects.toThrow('The document has 1 error; nothing was pulled.');
});

const writes = () => service.requests.filter(({ method }) => method !== 'GET').length;
