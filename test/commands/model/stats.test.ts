import { afterAll, beforeAll, expect, it } from 'vitest';
import { displayWidth } from '../../../src/terminal/width.js';
import { controlCharacterIn, HOSTILE } from '../../support/hostile-service.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';

let suite: CommandSuite;
let here: ReturnType<CommandSuite['machine']>;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
});
afterAll(() => suite.close());

const DOCUMENT = `
landscape: Shop
objects:
  - { id: shop, type: system, name: Shop, objects: [{ id: api, type: app, name: "API 船" }] }
  - { id: bank, type: system, name: ${JSON.stringify(HOSTILE)}, teams: [One] }
connections:
  - { id: a, origin: api, target: bank, name: Pays }
  - { id: b, origin: bank, target: shop, name: Calls back }
`;

it('shows bars that fit the terminal, and only rows in a pipe', async () => {
  const file = here.write('shop.yaml', DOCUMENT);
  const piped = await here.run(['model', 'stats', file]);
  expect(piped.code).toBe(0);
  expect(piped.stdout).toMatch(/^Shop: 3 objects, 2 connections, 0 diagrams, 0 flows\n\nObjects by type\n/);
  expect(piped.stdout).toContain('\n  app     1\n  system  2\n');
  expect(piped.stdout).not.toContain('█');
  for (const columns of [40, 80, 200]) {
    const env = { NO_COLOR: '1', COLUMNS: String(columns) };
    const { stdout } = await here.run(['model', 'stats', file], { tty: true, width: columns, env });
    expect(stdout).toContain('█');
    expect(controlCharacterIn(stdout)).toBeUndefined();
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(stdout).not.toMatch(/ $/m);
    const coloured = await here.run(['model', 'stats', file], { tty: true, width: columns });
    expect(coloured.stdout).toContain('\u001b[36m');
    expect(coloured.stdout.replaceAll('\u001b[22m', '').replaceAll('\u001b[39m', '')).not.toMatch(/ $/m);
  }
});

it('uses names of domains, in the order of the document', async () => {
  const domains = `domains:
  - { id: b-1, name: Trade, objects: [{ id: buyer, type: actor, name: Buyer }] }
  - { id: a-1, name: Money, objects: [{ id: bank, type: system, name: Bank }] }
  - { id: c-1, name: Empty }
`;
  const { stdout } = await here.run(['model', 'stats', here.write('domains.yaml', domains)]);
  expect(stdout).toContain('Objects by domain\n  Trade  1\n  Money  1\n\n');
});

it('writes the same numbers as data and as Markdown', async () => {
  const file = here.write('shop.yaml', DOCUMENT);
  const data = await here.run(['model', 'stats', file, '-o', 'json', '--query', 'missing.owner']);
  expect(data.json()).toEqual({ missing: 2, of: 3 });
  const { stdout } = await here.run(['model', 'stats', file, '-o', 'markdown']);
  expect(stdout).toContain('| app | 1 |  |');
  expect(controlCharacterIn(stdout)).toBeUndefined();
});

it('lists the elements that it counts as incomplete', async () => {
  const file = here.write('shop.yaml', DOCUMENT);
  const stats = await here.run(['model', 'stats', file]);
  expect(stats.stdout).toContain('\n  list the elements with --missing description, for example\n');
  const lacks = async (what: string) =>
    (
      (await here.run(['model', 'stats', file, '--missing', what, '-o', 'json'])).json() as { path: string }[]
    ).map(({ path }) => path);
  expect(await lacks('owner')).toEqual(['Shop', 'Shop / API 船']);
  expect(await lacks('technology')).toEqual(['Shop / API 船']);
  expect(await lacks('connection-technology')).toEqual([
    expect.stringMatching(/^Pays \(Shop \/ API 船 → /),
    expect.stringMatching(/^Calls back \(.* → Shop\)$/s),
  ]);
  const whole = here.write('whole.yaml', 'objects: [{ id: a, type: actor, name: A, caption: Buys. }]');
  const none = await here.run(['model', 'stats', whole, '--missing', 'caption'], { tty: true });
  expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('No element lacks a caption.')]);
});

it('counts a landscape without requesting diagram content', async () => {
  const ran = await here.run(['model', 'stats', 'live', '-o', 'json']);
  expect(ran.code).toBe(0);
  expect((ran.json() as { counts: { diagrams: number } }).counts.diagrams).toBeGreaterThan(0);
  expect(ran.requests.map(({ url }) => String(url)).filter((it) => it.includes('/content'))).toEqual([]);
});

it('accepts a single landscape', async () => {
  const { code, stderr } = await here.run(['model', 'stats', 'live', 'shop.yaml']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('live cannot be combined')]);
});
