import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandTreeOf } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { TREE } from '../../src/completion/tree.generated.js';
import { treeOf } from '../../src/completion/tree.js';

test('generated files match the commands', async () => {
  const script = '../../scripts/generate.mjs';
  const { generatedFiles } = (await import(script)) as {
    generatedFiles(): Promise<Record<string, string>>;
  };
  const files = await generatedFiles();
  for (const [path, text] of Object.entries(files)) expect(readFileSync(path, 'utf8'), path).toBe(text);
  const scripts = Object.keys(files).filter((path) => path.startsWith('completions/'));
  expect(
    readdirSync('completions')
      .map((name) => join('completions', name))
      .sort(),
  ).toEqual(scripts.sort());
});

test('the tree equals that of the running commands', async () => {
  expect(treeOf(await commandTreeOf(REGISTRY), TREE.kinds)).toEqual(TREE);
});

test('no position accepts files and words: a shell lists files alone', () => {
  const values = [...TREE.options, ...TREE.commands.flatMap(({ args = [] }) => args)];
  for (const { completes, choices, suggests } of values)
    if (completes === 'file' || completes === 'directory')
      expect([choices, suggests]).toEqual([undefined, undefined]);
});

test('every kind of record can be completed somewhere', () => {
  const completed = new Set(
    [...TREE.options, ...TREE.commands.flatMap(({ args = [] }) => args)].map(({ completes }) => completes),
  );
  expect(Object.keys(TREE.kinds).filter((kind) => !completed.has(kind))).toEqual([]);
});
