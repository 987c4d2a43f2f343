import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../src/model/dialects/writers.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** Exports for people and other tools contain names, not ids of records or drawn objects. */

let suite: CommandSuite;
let here: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  const steps = [
    'Passenger -> Booking Website: Picks',
    'Booking API -> Notification Worker via Booking Events: Tells',
  ];
  const flow = ['flow', 'create', '--name', 'Made here', '--on', 'Booking apps'];
  const made = await here.run([
    ...flow,
    ...[...steps, 'flow "Book a crossing"'].flatMap((it) => ['--step', it]),
  ]);
  expect(made.code, made.stderr).toBe(0);
  await here.run(['model', 'pull', '--out', 'model.yaml']);
});
afterAll(() => suite.close());

/** Ids outside link targets and anchors, which lead to a section of the same document. */
const idsIn = (text: string): string[] =>
  text
    .replace(/\]\(#[^)]*\)|<a id="[^"]*">|(?:href|id)="[^"]*"|data:[^"')\s]*|https?:\/\/\S+/g, '')
    .match(/\b(?=\w*[0-9])(?=\w*[a-z])(?=\w*[A-Z])[A-Za-z0-9]{20}\b/g) ?? [];

const FLOW = 'Made here';
const OBJECT = 'Booking API';
it.each([
  ['flow', 'export', FLOW],
  ['flow', 'export', FLOW, '--format', 'code'],
  ['flow', 'export', FLOW, '--format', 'mermaid'],
  ['flow', 'show', FLOW, '-o', 'mermaid'],
  ['flow', 'show', FLOW, '-o', 'text'],
  ['object', 'dependencies', OBJECT, '-o', 'mermaid'],
  ['object', 'dependencies', OBJECT, '-o', 'dot'],
  ['dependency', 'path', 'Booking Website', 'Booking Database', '-o', 'mermaid'],
  ['dependency', 'path', 'Booking Website', 'Booking Database', '-o', 'dot'],
  ...['markdown', 'html', 'llms'].map((type) => ['landscape', 'export', '--type', type, '--out', '-']),
  ['diagram', 'export', 'Booking apps', '--format', 'svg', '--out', '-'],
])('%s %s %s contains no ids: %s %s %s', async (...line) => {
  const { code, stdout, stderr } = await here.run(line.filter((it) => it !== undefined));
  expect(code, stderr).toBe(0);
  expect(stdout).toContain(line.includes(FLOW) ? 'Notification Worker' : 'Booking');
  expect(idsIn(stdout)).toEqual([]);
});

// The JSON document identifies records by their handles.
it.each(EXPORT_FORMATS.filter((it) => it !== 'json'))(
  'model export as %s contains no ids',
  async (format) => {
    const folder = `out-${format}`;
    const ran = await here.run(['model', 'export', 'model.yaml', '--format', format, '--out', `${folder}/`]);
    expect(ran.code, ran.stderr).toBe(0);
    const paths = readdirSync(join(here.cwd, folder), { recursive: true, encoding: 'utf8' }).map((it) =>
      join(here.cwd, folder, it),
    );
    const texts = paths.filter((it) => statSync(it).isFile()).map((it) => readFileSync(it, 'utf8'));
    expect(texts.length).toBeGreaterThan(0);
    expect(idsIn(texts.join('\n'))).toEqual([]);
  },
);

it('flow export and flow show print the same sequence diagram', async () => {
  const exported = await here.run(['flow', 'export', FLOW, '--format', 'mermaid']);
  const shown = await here.run(['flow', 'show', FLOW, '-o', 'mermaid']);
  expect(exported.stdout).toBe(shown.stdout);
});
