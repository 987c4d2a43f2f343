/** Short commands do not load code that takes longer than the rest of the command. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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

/** Names of the loaded files. */
function chunksOf(...args: string[]): string[] {
  const { code, files } = run(args);
  expect(code).toBe(0);
  return files.map((it) => basename(it));
}

/** Exit code, and paths of the loaded files. */
function run(args: readonly string[], variables: Record<string, string> = {}) {
  const loaded = join(folder, 'loaded.json');
  const env = { PATH: process.env.PATH, HOME: folder, LOADED: loaded, ...variables };
  rmSync(loaded, { force: true });
  const { status: code } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'hook.cjs'), PROGRAM, ...args],
    {
      cwd: folder,
      env,
      stdio: 'ignore',
    },
  );
  return { code, files: JSON.parse(readFileSync(loaded, 'utf8')) as string[] };
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
    // Wording of findings.
    'command-words',
    'core',
    'document',
    'families',
    'family',
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

/** Parts that only some commands need, by a text in their code. */
const PARTS = {
  'MCP SDK': 'modelcontextprotocol/serverInfo',
  'NATS client': 'JetStreamApiCodes',
  'page server': 'Open the link that archctl printed.',
  'site builder': 'All apps and stores',
};

/** A service that does not answer. */
const NO_SERVICE = {
  ARCHCTL_API_KEY: 'id:secret',
  ARCHCTL_BASE_URL: 'http://127.0.0.1:1',
  ARCHCTL_LANDSCAPE: 'abcdefghijklmnopqrst',
  ARCHCTL_RETRIES: '0',
  ARCHCTL_WEBHOOK_SECRET: 'a-signing-secret',
};

it.each([
  [0, [], ['--version']],
  [0, [], ['--help']],
  [0, [], ['__complete', 'bash', 'archctl m', 'm', '9', 'compopt']],
  [7, [], ['object', 'list']],
  [7, [], ['object', 'delete', 'A', '--yes']],
  [7, [], ['search', 'a']],
  [0, [], ['model', 'validate', 'model.yaml']],
  [7, [], ['model', 'plan', 'model.yaml']],
  [0, [], ['model', 'view', '--help']],
  [0, [], ['mcp', '--help']],
  [0, [], ['skill', 'show']],
  [0, [], ['webhook', 'events', 'list']],
  [0, [], ['webhook', 'listen', '--port', '0', '--timeout', '0.1']],
  [0, [], ['sandbox', 'status']],
  [0, ['MCP SDK'], ['mcp', 'model.yaml']],
  [7, ['NATS client'], ['webhook', 'attach', 'nats://127.0.0.1:1/EVENTS']],
  [0, ['page server'], ['webhook', 'inspect', '--timeout', '0.1']],
  [0, ['site builder'], ['model', 'site', 'model.yaml', '--out', 'site']],
])('exit code %i, and only %j of the large parts, by %j', (code, parts, args) => {
  const ran = run(args, NO_SERVICE);
  expect(ran.code).toBe(code);
  expect(ran.files).toContain(join(dirname(PROGRAM), '../dist/main.cjs'));
  const text = ran.files.map((it) => readFileSync(it, 'utf8')).join('\n');
  expect(Object.keys(PARTS).filter((part) => text.includes(PARTS[part as keyof typeof PARTS]))).toEqual(
    parts,
  );
});

it('webhook inspect loads the code of the inspector', () => {
  const chunks = chunksOf('webhook', 'inspect', '--timeout', '0.1');
  expect(chunks.filter((it) => it.startsWith('open-inspector-'))).toHaveLength(1);
});
