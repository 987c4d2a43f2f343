import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let landscape: string;
let latest: string;
/** Ids of small diagrams, by name. */
const ids: Record<string, string> = {};
let here: Machine;

const NAMES = ['Alpha', 'Checkout', 'checkout', '../../escape'];

beforeAll(async () => {
  suite = await openCommandSuite();
  const made = { name: 'Small' };
  const path = `organizations/${suite.ids.organization}/landscapes`;
  landscape = textOf((await suite.ask(path, 'POST', made)).landscape, 'id');
  latest = `landscapes/${landscape}/versions/latest`;
  const [root] = listOf(await suite.ask(`${latest}/model/objects`), 'modelObjects');
  const parentId = textOf(root, 'id');
  const box = { name: 'Till', type: 'system', parentId };
  ids.till = textOf((await suite.ask(`${latest}/model/objects`, 'POST', box)).modelObject, 'id');
  for (const [index, name] of NAMES.entries()) {
    const type = name === 'Alpha' ? 'app-diagram' : 'context-diagram';
    const modelId = name === 'Alpha' ? ids.till : parentId;
    const body = { name, index, type, modelId };
    ids[name] = textOf((await suite.ask(`${latest}/diagrams`, 'POST', body)).diagram, 'id');
  }
  const drawn = { id: 'one', modelId: ids.till, type: 'system', shape: 'box', x: 0, y: 0 };
  await suite.ask(`${latest}/diagrams/${ids.Checkout}/content`, 'PATCH', {
    objects: { $add: { one: drawn } },
  });
  here = suite.machine();
});
afterAll(() => suite.close());

const run = (more: readonly string[], options?: RunOptions) =>
  here.run(['diagram', 'export', '--landscape', landscape, '--format', 'svg', ...more], options);

const exported = async (...more: string[]): Promise<string[]> => {
  const ran = await run(['--all', '--out', 'out', '-o', 'json', ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return (ran.json() as JsonObject[]).map(({ path, state }) => `${path} ${state}`).sort();
};

const handleOf = async (name: string): Promise<string> =>
  textOf((await suite.ask(`${latest}/diagrams/${ids[name]}`)).diagram, 'handleId').slice(0, 8);

describe('diagram export --all', () => {
  it('writes every diagram in the directory, under names that do not depend on the selection', async () => {
    const [upper, lower] = [await handleOf('Checkout'), await handleOf('checkout')];
    const files = [`Alpha.svg`, `Checkout-${upper}.svg`, `checkout-${lower}.svg`, 'escape.svg'];
    expect(await exported()).toEqual(files.map((file) => `${join('out', file)} new`).sort());
    expect(readdirSync(join(here.cwd, 'out')).sort()).toEqual([...files].sort());
    expect(readdirSync(here.cwd)).toEqual(['out']);
  });

  it('skips unchanged ones, writes changed ones, and reports both', async () => {
    const before = lstatSync(join(here.cwd, 'out/escape.svg'));
    // Leftovers of a crash, or of other programs.
    writeFileSync(join(here.cwd, 'out/Alpha.svg'), '<svg');
    expect((await exported()).map((line) => line.split(' ').pop())).toEqual([
      'changed',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    const after = lstatSync(join(here.cwd, 'out/escape.svg'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    const shown = await run(['--all', '--out', 'out'], { tty: true, width: 160 });
    expect(shown.stderr).toContain('4 unchanged, not rewritten.');
    expect(readdirSync(join(here.cwd, 'out'))).toHaveLength(NAMES.length);
  });

  it('selects those of a type, and those changed since a time, including their content', async () => {
    expect(await exported('--type', 'app-diagram')).toEqual([`${join('out', 'Alpha.svg')} unchanged`]);
    suite.service.clock.advance(7_200_000);
    expect((await run(['--all', '--changed-since', '1h', '-o', 'json'])).json()).toEqual([]);
    await suite.ask(`${latest}/model/objects/${ids.till}`, 'PATCH', { name: 'Desk' });
    const drawn = { id: 'two', modelId: ids.till, type: 'system', shape: 'box', x: 9, y: 9 };
    await suite.ask(`${latest}/diagrams/${ids.checkout}/content`, 'PATCH', {
      objects: { $add: { two: drawn } },
    });
    const lines = await exported('--changed-since', '1h');
    expect(lines.map((line) => /(\w+)-\w{8}\.svg (\w+)$/.exec(line)?.slice(1))).toEqual([
      ['Checkout', 'changed'],
      ['checkout', 'changed'],
    ]);
  });

  it('rejects a link in place of a file, and continues with the others', async () => {
    here.write('precious.txt', 'kept');
    mkdirSync(join(here.cwd, 'linked'));
    symlinkSync('../precious.txt', join(here.cwd, 'linked/Alpha.svg'));
    const ran = await run(['--all', '--out', 'linked', '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({
      kind: 'usage',
      message: '1 of 4 diagrams were not exported.',
      details: [expect.stringContaining('it is a link')],
    });
    expect(here.read('precious.txt')).toBe('kept');
    expect(ran.json()).toHaveLength(3);
  });

  it.each([
    [['--all', 'Alpha'], 'cannot be combined with named diagrams'],
    [['--all', '--out', 'a.svg'], '--out'],
    [['Alpha', '--type', 'app-diagram'], '--type requires --all'],
    [['--changed-since', '1h', 'Alpha'], '--changed-since requires --all'],
    [['--all', '--changed-since', 'soon'], '--changed-since'],
    [[], 'DIAGRAM... is missing'],
  ])('%j is rejected before anything is written', async (more, message) => {
    const ran = await run([...more, '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toContain(message);
    expect(ran.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('a dry run lists them and shows the first request', async () => {
    const ran = await run(['--all', '--dry-run', '-o', 'json']);
    expect(ran.requests.map(({ method }) => method)).toEqual(['GET']);
    expect(ran.json()).toMatchObject({ method: 'POST' });
  });
});

it('writes to a folder whose name ends like a version number', async () => {
  const ran = await run(['--all', '--out', 'pictures-20.19.0', '-o', 'json']);
  expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  expect(readdirSync(join(here.cwd, 'pictures-20.19.0'))).toHaveLength(NAMES.length);
  const wrong = await run(['--all', '--out', 'pictures.JPG', '-o', 'json']);
  expect([wrong.code, wrong.error().message]).toEqual([2, expect.stringContaining('pictures.JPG')]);
});

it('a person without a diagram picks one, or all', async () => {
  const [one = '', every = ''] = [ids.Alpha, ''];
  const pick = (answer: string) => ({
    tty: true,
    width: 160,
    answers: [{ ask: 'select', message: 'Which diagram?', answer } as const],
  });
  const picked = await run(['--out', 'picked'], pick(one));
  expect(picked).toMatchObject({ code: 0 });
  expect(readdirSync(join(here.cwd, 'picked'))).toEqual(['Alpha.svg']);
  expect((await run(['--out', 'picked'], pick(every))).code).toBe(0);
  expect(readdirSync(join(here.cwd, 'picked'))).toHaveLength(NAMES.length);
});
