/** What docs/models.md tells of rules and of the library is what there is. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as library from '../../src/index.js';
import * as model from '../../src/model/index.js';
import { FERRY } from '../support/ferry-document.js';
import { openPlanned, type Planned } from '../support/planned.js';
import { openService, type Service } from '../support/sandbox.js';
import { parser as ts } from '../support/typescript.js';

const text = readFileSync('docs/models.md', 'utf8');

let service: Service;
let at: Planned;
beforeAll(async () => {
  service = await openService();
  at = await openPlanned(service, 'Documented');
});
afterAll(() => service.close());

test('every rule of "model validate" is told, as it is', () => {
  const [, table = ''] = /<!-- rules -->\n([\s\S]*?)<!-- \/rules -->/.exec(text) ?? [];
  const rows = model.ALL_RULES.map(({ name, severity, about }) => `| \`${name}\` | ${severity} | ${about} |`);
  expect(table.trim().split('\n')).toEqual(['| Rule | Level | What holds |', '|---|---|---|', ...rows]);
});

/** Runs a piece of TypeScript with these modules behind its imports. */
async function runWith(code: string, modules: Record<string, unknown>, told: string[]): Promise<void> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  const body = outputText.replace(
    /^import (\{[^}]*\}) from '([^']+)';$/gm,
    (_, names: string, id: string) => `const ${names} = modules['${id}'];`,
  );
  expect(body).not.toContain('import ');
  const run = new Function('modules', 'console', `return (async () => {${body}})();`);
  await run(modules, { log: (line: unknown) => told.push(String(line)) });
}

test('the example of the library makes a landscape as its file says, and writes what is there', async () => {
  const [, code = ''] = /## As a library[\s\S]*?```ts\n([\s\S]*?)```/.exec(text) ?? [];
  const disk = new Map([['model.yaml', FERRY]]);
  const modules = {
    'node:fs/promises': {
      readFile: async (path: string) => disk.get(path),
      writeFile: async (path: string, written: string) => disk.set(path, written),
    },
    archctl: { ...library, createClient: () => service.client({ paced: false }) },
    'archctl/model': model,
  };
  const told: string[] = [];
  await runWith(code.replace('LANDSCAPE_ID', at.path.landscapeId), modules, told);
  expect(told[0]).toContain('added object booking-api');
  expect(told[1]).toBe('16 steps done, 0 left');
  const written = disk.get('model.yaml') ?? '';
  const files = [{ path: 'model.yaml', text: written }];
  const read = model.readModel(files);
  expect(model.validate(files, read)).toEqual([]);
  // The landscape's own domain is new to the file; the rest is as it was, and nothing else came to it.
  const lines = new Set(FERRY.split('\n'));
  expect([...lines].filter((line) => !written.includes(line))).toEqual([]);
  expect(written.split('\n').filter((line) => !lines.has(line))).toEqual([
    'landscape: Documented',
    '  - { id: documented, name: Documented, index: 0 }',
  ]);
});

test('a plan with problems, or of another landscape, is not carried out', async () => {
  const client = service.client({ paced: false });
  const wrong = model.readModel([
    { path: 'm.yaml', text: FERRY.replace('tags: [public]', 'tags: [none]') },
  ]).model;
  const plan = await model.planModel(client, at.path, wrong);
  const writes = () => service.requests.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  await expect(model.applyModel(client, at.path, wrong, plan)).rejects.toThrow('stands against the plan');
  const elsewhere = { landscapeId: 'Elsewhere', versionId: 'latest' };
  const fine = { ...plan, problems: [] };
  await expect(model.applyModel(client, elsewhere, wrong, fine)).rejects.toThrow('is for the landscape');
  expect(writes()).toBe(before);
});
