/** Short commands do not load code that takes longer than the rest of the command. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAM } from '../support/binary.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archctl-chunks-'));
  writeFileSync(
    join(folder, 'hook.cjs'),
    `process.on('exit', () => require('fs').writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));`,
  );
  writeFileSync(join(folder, 'model.yaml'), 'namespace: a\ndomains:\n  - { id: d, name: D }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function chunksOf(...args: string[]): string[] {
  const loaded = join(folder, 'loaded.json');
  const env = { PATH: process.env.PATH, HOME: folder, LOADED: loaded };
  execFileSync(process.execPath, ['--require', join(folder, 'hook.cjs'), PROGRAM, ...args], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  return (JSON.parse(readFileSync(loaded, 'utf8')) as string[]).map((it) => basename(it));
}

it.each([
  ['model', 'validate', 'model.yaml'],
  ['landscape', 'list', '--help'],
  ['object', 'get', '--help'],
])('%s %s loads no schemas', (...args) => {
  const chunks = chunksOf(...args);
  expect(chunks).toContain('main.cjs');
  expect(chunks.filter((it) => /^(schema|contract)-/.test(it))).toEqual([]);
});

it.each([
  ['validate', 'model.yaml'],
  ['diff', 'model.yaml', 'model.yaml'],
  ['stats', 'model.yaml'],
  ['plan', '--help'],
  ['pull', '--help'],
  ['merge', 'model.yaml', 'model.yaml', 'model.yaml'],
])('model %s %s does not load the package yaml', (...args) => {
  const chunks = chunksOf('model', ...args);
  expect(chunks).toContain('main.cjs');
  expect(chunks).not.toContain('yaml.cjs');
});

it('loads the package yaml for a text that js-yaml does not support', () => {
  writeFileSync(join(folder, 'tag.yaml'), 'namespace: !!str a\n');
  expect(chunksOf('model', 'validate', 'tag.yaml')).toContain('yaml.cjs');
});

it('validation loads only what a document needs', () => {
  const chunks = chunksOf('model', 'validate', 'model.yaml');
  const names = chunks.flatMap((it) => /^(.+)-[\w-]{8}\.cjs$/.exec(it)?.[1] ?? []);
  expect(names.sort()).toEqual([
    'core',
    'document',
    'families',
    'family',
    'help',
    'rolldown-runtime',
    'settings',
    'validate',
  ]);
});

it('completion loads no code of commands', () => {
  const chunks = chunksOf('__complete', 'bash', 'archctl diagram export --the', '--the', '9', 'compopt');
  expect(chunks).toContain('main.cjs');
  expect(chunks.filter((it) => /^(core|help|paging|schema)-/.test(it))).toEqual([]);
});

it.each([
  ['webhook', 'listen', '--help'],
  ['webhook', 'inspect', '--help'],
  ['webhook', 'events', 'list'],
])('%s %s %s loads no code of the inspector', (...args) => {
  const chunks = chunksOf(...args);
  expect(chunks).toContain('main.cjs');
  expect(chunks.filter((it) => /^(open-inspector|open-page-server)-/.test(it))).toEqual([]);
});

it('webhook inspect loads the code of the inspector', () => {
  const chunks = chunksOf('webhook', 'inspect', '--timeout', '0.1');
  expect(chunks.filter((it) => it.startsWith('open-inspector-'))).toHaveLength(1);
});
