import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Answer } from '../support/terminal.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;
/** Ids of the initial records of each test, by name. */
let made: Record<string, string>;

const HOSTILE = `Evil$(touch x)'"\u001b[31m\u202e`;
const NAMES = ['Ash', 'Birch', 'Cedar', HOSTILE];

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
});
afterAll(() => suite.close());
beforeEach(async () => {
  made = {};
  const left = (await objects()).filter(({ caption }) => caption === 'several');
  for (const one of left)
    await suite.service
      .client()
      .raw({ method: 'DELETE', path: `${latest}/model/objects/${textOf(one, 'id')}` });
  for (const name of NAMES) {
    const body = { name, type: 'system', parentId: suite.ids.root, caption: 'several' };
    made[name] = textOf((await suite.ask(`${latest}/model/objects`, 'POST', body)).modelObject, 'id');
  }
});

const objects = async (): Promise<JsonObject[]> =>
  listOf(await suite.ask(`${latest}/model/objects`), 'modelObjects');
const statusOf = async (name: string): Promise<unknown> =>
  (await objects()).find(({ id }) => id === made[name])?.status;
const left = async (): Promise<string[]> =>
  (await objects()).filter(({ caption }) => caption === 'several').map((it) => textOf(it, 'name'));
const run = (argv: readonly string[], options?: RunOptions): Promise<RunResult> => here.run(argv, options);
const methods = ({ requests }: RunResult): string[] => requests.map(({ method }) => method);
const writes = (ran: RunResult): string[] => methods(ran).filter((method) => method !== 'GET');
const SEVERAL = ['--where', "caption == 'several'"];

describe('several names', () => {
  test('are changed together, looked up by one list request', async () => {
    const argv = ['object', 'update', 'Ash', 'birch', made.Cedar ?? '', made.Ash ?? ''];
    const ran = await run([...argv, '--status', 'deprecated', '--yes', '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(0);
    expect((ran.json() as JsonObject[]).map(({ name, status }) => [name, status])).toEqual(
      ['Ash', 'Birch', 'Cedar'].map((name) => [name, 'deprecated']),
    );
    expect(methods(ran)).toEqual(['GET', 'PATCH', 'PATCH', 'PATCH']);
  });

  test('with a single record behave as for one', async () => {
    const ran = await run(['object', 'update', 'Ash', '--status', 'future', '-o', 'json']);
    expect(ran.json()).toMatchObject({ id: made.Ash, status: 'future' });
  });

  test.each([
    ['one that nothing is called by', ['Ash', 'Birchh'], 4],
    ['an unused id', ['Ash', 'NobodyHasThisId00000'], 4],
    ['one beside a choice', ['Ash', 'Birch', ...SEVERAL], 2],
    ['one that is chosen from as well', ['Ash', '--filter', 'type=system'], 2],
  ])('stop everything with %s', async (_, named, code) => {
    const ran = await run(['object', 'delete', ...named, '--yes', '-o', 'json']);
    expect([ran.code, writes(ran)]).toEqual([code, []]);
  });

  test('need --yes without a terminal', async () => {
    const ran = await run(['object', 'update', 'Ash', 'Birch', '--status', 'future', '-o', 'json']);
    expect([ran.code, writes(ran)]).toEqual([2, []]);
    expect(ran.error().message).toBe('Change 2 model objects? This needs confirmation.');
  });

  test('get the fields of --data and options, with one summary', async () => {
    const data = ['--data', '{"description": "Told"}', '--external'];
    const ran = await run(['object', 'update', 'Ash', 'Birch', ...data, '--yes', '-o', 'json']);
    for (const record of ran.json() as JsonObject[])
      expect(record).toMatchObject({ description: 'Told', external: true });
    const nothing = await run(['object', 'update', 'Ash', 'Birch', '--yes', '-o', 'json']);
    expect(nothing.error().message).toBe('There is nothing to change.');
  });

  test('keep their own labels', async () => {
    await run(['object', 'update', 'Ash', '--label', 'team=x', '--label', 'old=1']);
    const argv = ['object', 'update', 'Ash', 'Birch', '--label', 'kind=tree', '--remove-label', 'old'];
    const ran = await run([...argv, '--yes', '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(0);
    expect((ran.json() as JsonObject[]).map(({ labels }) => labels)).toEqual([
      { team: 'x', kind: 'tree' },
      { kind: 'tree' },
    ]);
    expect(methods(ran)).toEqual(['GET', 'PATCH', 'PATCH']);
    const answers: Answer[] = [{ ask: 'confirm', answer: false }];
    const shown = await run([...argv, '--label', 'a=b', '--no-color'], { tty: true, answers });
    expect(shown.stderr).toMatch(/^Birch +kind=tree → kind=tree, a=b$/m);
  });

  test('come from stdin, one per line, in any number', async () => {
    const options = { stdin: `Ash\r\n\n ${made.Birch} \n` };
    const ran = await run(['object', 'delete', '-', '--yes', '-o', 'json'], options);
    expect((ran.json() as JsonObject[]).map(({ id }) => id)).toEqual([made.Ash, made.Birch]);
    const one = await run(['object', 'delete', '-', '--yes', '-o', 'json'], { stdin: 'Cedar' });
    expect(one.json()).toHaveLength(1);
    const typed = await run(['object', 'delete', '-', '--yes'], { tty: true });
    expect([typed.code, typed.stderr]).toEqual([
      2,
      expect.stringMatching(/OBJECT cannot read stdin: it is a terminal/),
    ]);
    const none = await run(['object', 'delete', '-', '--yes', '-o', 'json'], { stdin: '\n' });
    expect([none.code, none.requests]).toEqual([4, []]);
  });

  test('save failed ones, by name, to be repeated', async () => {
    const argv = [
      'object',
      'update',
      'Ash',
      'Birch',
      '--parent',
      'Ash',
      '--yes',
      '--failures',
      'left.ndjson',
    ];
    const ran = await run([...argv, '-o', 'json']);
    expect(ran.code).toBe(5);
    expect(ran.error().details?.[0]).toMatch(/^"Ash" \(\w{20}\): /);
    expect(here.read('left.ndjson').split('\n')[0]).toBe(JSON.stringify({ id: made.Ash }));
  });
});

describe('a selection', () => {
  test('by a filter that names a record', async () => {
    const argv = ['--filter', 'parentId=Ash', '--dry-run', '-o', 'json'];
    const body = { name: 'Leaf', type: 'app', parentId: made.Ash };
    const leaf = (await suite.ask(`${latest}/model/objects`, 'POST', body)).modelObject;
    const ran = await run(['object', 'delete', ...argv]);
    expect(ran.json()).toMatchObject([{ id: textOf(leaf, 'id'), name: 'Leaf' }]);
    expect(await run(['object', 'delete', '--filter', 'parentId=Nobody At All', '--yes'])).toMatchObject({
      code: 4,
    });
  });

  test('by an expression and by a filter changes matching records', async () => {
    const argv = ['--filter', 'type=system', '--where', "caption == 'several' && starts_with(name, 'B')"];
    const ran = await run(['object', 'update', ...argv, '--status', 'removed', '--yes', '-o', 'json']);
    expect((ran.json() as JsonObject[]).map(({ name }) => name)).toEqual(['Birch']);
    expect(await Promise.all(['Ash', 'Birch'].map(statusOf))).toEqual(['live', 'removed']);
  });

  test.each([
    ['fits nothing', ['--where', "name == 'Nobody'"], 4, /^No model object matches; nothing was sent\./],
    ['is broken', ['--where', 'name =='], 2, /^Syntax error in --where at position/],
    ['is not a condition', ['--where', 'name'], 2, /is text, not true or false/],
    ['knows no such filter', ['--filter', 'colour=red'], 2, /no filter "colour"/],
  ])('that %s changes nothing, and reports that', async (_, argv, code, message) => {
    const ran = await run(['object', 'delete', ...argv, '--yes', '-o', 'json']);
    expect([ran.code, writes(ran)]).toEqual([code, []]);
    expect(ran.error().message).toMatch(message);
  });

  test('is listed by a dry run', async () => {
    const argv = ['object', 'update', ...SEVERAL, '--status', 'future', '--dry-run', '-o', 'json'];
    const ran = await run(argv);
    expect(writes(ran)).toEqual([]);
    const [first] = ran.json() as JsonObject[];
    expect(ran.json()).toHaveLength(NAMES.length);
    expect(first).toEqual({ action: 'update', id: made.Ash, name: 'Ash', body: { status: 'future' } });
    const shown = await run([...argv.slice(0, -2), '--no-color'], { tty: true });
    expect(shown.stdout).toMatch(/^Ash +live → future$/m);
    expect([shown.code, writes(shown)]).toEqual([0, []]);
  });
});

describe('a person', () => {
  const asked = (argv: readonly string[], message: RegExp, answer: boolean): Promise<RunResult> => {
    const answers: Answer[] = [{ ask: 'confirm', message, answer }];
    return run([...argv, '--no-color'], { tty: true, width: 200, answers });
  };

  test('sees the changes and their records, and is asked once', async () => {
    const argv = ['object', 'update', ...SEVERAL, '--status', 'deprecated', '--add-tag', 'Tier 1'];
    const ran = await asked(argv, /^Change 4 model objects in the landscape "Ferry Platform"\?$/, true);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/^Ash {2,}live → deprecated {2,}\+Tier 1$/m);
    expect(ran.stderr).not.toMatch(/[A-Za-z0-9]{20}/);
    expect(await statusOf('Ash')).toBe('deprecated');
  });

  test('who answers no has changed nothing', async () => {
    const ran = await asked(
      ['object', 'delete', 'Ash', 'Cedar'],
      /^Delete 2 model objects in the landscape ".+"\?$/,
      false,
    );
    expect([ran.code, writes(ran)]).toEqual([130, []]);
    expect(ran.stderr).toMatch(/^Ash .*\n?Cedar /m);
    expect(await left()).toEqual(expect.arrayContaining(NAMES));
  });

  test('sees hostile names as escaped text', async () => {
    const ran = await asked(['object', 'delete', HOSTILE, 'Ash'], /Delete 2/, true);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain('\\x1b[31m\\u202e');
    for (const sign of ['\u001b', '\u202e']) expect(ran.stderr + ran.stdout).not.toContain(sign);
  });
});
