import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { writeOutput } from '../../src/commands/shared/output/output-file.js';
import { COMMAND_CASES, withEvent } from './cases.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const PNG = '\ufffdPNG';
/** Every command that writes a named file, and the start of the content. */
const WRITERS: Readonly<Record<string, { argv: () => string[]; begins: string }>> = {
  'connection export': { argv: () => [], begins: 'id,' },
  'dependency path': { argv: () => [suite.ids.origin, suite.ids.target], begins: '<svg' },
  'diagram export': { argv: () => [suite.ids.plain, '--format', 'svg'], begins: '<svg' },
  'diagram export-png': { argv: () => [suite.ids.plain], begins: PNG },
  'diagram thumbnail': { argv: () => [suite.ids.plain], begins: PNG },
  'flow export': { argv: () => [suite.ids.flow, '--format', 'mermaid'], begins: 'sequenceDiagram' },
  'flow thumbnail': { argv: () => [suite.ids.flow], begins: PNG },
  'landscape export': { argv: () => ['--type', 'json'], begins: '{' },
  'landscape export-pdf': { argv: () => [suite.ids.smallest], begins: '%PDF-' },
  'landscape thumbnail': { argv: () => [suite.ids.landscape], begins: PNG },
  'model export': { argv: () => ['models.yaml'], begins: 'C4Context' },
  'model graph': { argv: () => ['models.yaml'], begins: '<svg' },
  'model import-from': { argv: () => ['compose.yaml', '--format', 'compose'], begins: '#' },
  'model init': { argv: () => [], begins: '#' },
  'model merge': { argv: () => ['base.yaml', 'ours.yaml', 'theirs.yaml'], begins: '#' },
  'model plan': { argv: () => ['model.yaml'], begins: '{' },
  'model pull': { argv: () => [], begins: '#' },
  'model schema': { argv: () => [], begins: '{' },
  'object dependencies': { argv: () => [suite.ids.origin], begins: '<svg' },
  'object export': { argv: () => [], begins: 'id,' },
  'version export': { argv: () => [], begins: '{' },
  'webhook events export': { argv: () => [], begins: '{"' },
};

/** Commands whose --file is read. */
const READ = ['webhook sign', 'webhook verify'];
/** Writes its file again and again, which stdout cannot show. */
const AGAIN = ['model watch'];
/** Writes a folder of files that link to each other. */
const FOLDER = ['model site'];

test('every written file may be - for stdout', async () => {
  const specs = await Promise.all(
    REGISTRY.commands.map(async ({ path, load }) => [path.join(' '), (await load()).default] as const),
  );
  const named = (option: string) => specs.filter(([, { options }]) => options[option]).map(([name]) => name);
  expect([named('file').sort(), named('dir')]).toEqual([READ, []]);
  const writers = specs.filter(
    ([name, { options }]) => options.out !== undefined && ![...AGAIN, ...FOLDER].includes(name),
  );
  expect(writers.map(([name]) => name).sort()).toEqual(Object.keys(WRITERS));
  for (const [name, { options }] of writers) {
    expect(options.out?.help, name).toContain('- for stdout');
    expect(options.out?.value, name).toMatch(/^FILE\|(DIR\|)?-$/);
  }
});

describe.each(Object.entries(WRITERS))('%s to -', (name, { argv, begins }) => {
  const run = (tty: boolean) => {
    const machine = suite.machine();
    if (name.startsWith('webhook ')) withEvent(machine);
    if (name.startsWith('model ')) COMMAND_CASES[name]?.before?.(machine);
    return machine.run([...name.split(' '), ...argv(), '--out', '-', '-o', 'json'], { tty });
  };

  test('writes the file to stdout, and nothing else', async () => {
    const ran = await run(false);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout.startsWith(begins), ran.stdout.slice(0, 40)).toBe(true);
    expect(ran.stdout).not.toMatch(/"path":\s*"-"/);
    expect(ran.stderr).not.toContain('Wrote');
  });

  test('rejects a terminal before anything is sent', async () => {
    const ran = await run(true);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ kind: 'usage', hint: 'Redirect stdout, or name a file.' });
    expect(ran.error().message).toContain('--out');
    expect([ran.stdout, ran.requests]).toEqual(['', []]);
  });
});

test('bytes stay unchanged, and a file named - is ./-', async () => {
  const { cwd } = suite.machine();
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256);
  const pieces: Buffer[] = [];
  const stdout = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  const world = { stdout, cwd, signal: new AbortController().signal };
  const context = { world } as unknown as Parameters<typeof writeOutput>[0];
  const { file, isStdout } = await writeOutput(context, '-', bytes);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect([isStdout, file.bytes]).toEqual([true, 70_000]);
  expect(await writeOutput(context, './-', bytes)).toMatchObject({
    isStdout: false,
    file: { sha256: file.sha256 },
  });
  expect(readFileSync(join(cwd, '-')).equals(bytes)).toBe(true);
});
