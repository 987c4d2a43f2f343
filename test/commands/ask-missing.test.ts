import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Answer } from '../support/terminal.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;
const HOSTILE = 'It\'s $(touch x) `y` "z"';
const UNPRINTABLE = 'Bell\u0007';
const ids: Record<string, string> = {};

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  const make = async (name: string, parentId: string): Promise<string> =>
    textOf(
      (await suite.ask(`${latest}/model/objects`, 'POST', { name, type: 'system', parentId })).modelObject,
      'id',
    );
  for (const name of [HOSTILE, UNPRINTABLE, 'none']) ids[name] = await make(name, suite.ids.root);
  const [root] = listOf(await suite.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects');
  ids.root = textOf(root, 'id');
});
afterAll(() => suite.close());

const create = (argv: readonly string[], answers: readonly Answer[]): Promise<RunResult> =>
  here.run([...argv, '-o', 'json', '--no-color'], { tty: true, width: 40, answers });
/** Words of the printed command line, as a shell parses them. */
const printedWords = ({ stderr }: RunResult): string[] => {
  const line = /^ {2}archctl (.*)$/m.exec(stderr)?.[1] ?? expect.fail(stderr);
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
};
const facts = ({ name, type, parentId, originId, targetId, direction, modelId, index }: JsonObject) => ({
  ...{ name, type, parentId, originId, targetId, direction, modelId, index },
});
const PARENT = 'Parent object:';

test.each<[string, string[], (ids: Record<string, string>) => Answer[], string]>([
  [
    'object',
    ['object', 'create', '--description', 'Asked for'],
    () => [
      { ask: 'input', message: 'Name:', answer: "Quay's end" },
      { ask: 'select', message: 'Type:', answer: 'app' },
      { ask: 'select', message: PARENT, answer: HOSTILE },
    ],
    HOSTILE,
  ],
  [
    'connection',
    ['connection', 'create', '--origin', 'Booking API'],
    () => [
      { ask: 'input', message: 'Purpose of the connection', answer: 'Sends' },
      { ask: 'select', message: 'Object where the connection ends:', answer: HOSTILE },
    ],
    HOSTILE,
  ],
  [
    'diagram',
    ['diagram', 'create', '--index', '3'],
    () => [
      { ask: 'input', message: 'Name:', answer: 'Asked' },
      { ask: 'select', message: 'Model object that the diagram describes:', answer: HOSTILE },
    ],
    HOSTILE,
  ],
  [
    'landscape',
    ['landscape', 'create'],
    () => [{ ask: 'input', message: 'Name:', answer: '--dry-run' }],
    '--dry-run',
  ],
])(
  '%s create prompts for missing options, and prints the equivalent line',
  async (_, argv, answers, word) => {
    const asked = await create(argv, answers(ids));
    expect(asked.code, asked.stderr).toBe(0);
    const words = printedWords(asked);
    expect(words).toContain(word);
    const again = await here.run(words);
    expect(again.code, again.stderr).toBe(0);
    expect(again.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(facts(again.json() as JsonObject)).toEqual(facts(asked.json() as JsonObject));
  },
);

test('the line is printed for a rejected request, too', async () => {
  const taken = (await suite.ask(`${latest}/model/objects/${ids[HOSTILE]}`)).modelObject as JsonObject;
  const line = ['object', 'create', '--name', 'x', '--type', 'app', '--handle-id', String(taken.handleId)];
  const asked = await create(line, [{ ask: 'select', message: PARENT, answer: ids[HOSTILE] }]);
  expect(asked.code).toBe(5);
  expect(printedWords(asked).slice(0, 2)).toEqual(['object', 'create']);
  expect(asked.error().kind).toBe('refused');
});

test('a name that cannot be on a command line is printed as its id', async () => {
  const line = ['object', 'create', '--name', 'x', '--type', 'app'];
  for (const name of [UNPRINTABLE, 'none']) {
    const answer = ids[name];
    const asked = await create(line, [{ ask: 'select', message: PARENT, answer }]);
    expect(printedWords(asked).slice(-2)).toEqual(['--parent', answer]);
  }
});

test('a picked scope is part of the line, by name if that is unambiguous', async () => {
  const org = suite.ids.organization;
  const asks: Answer[] = [
    { ask: 'select', message: 'Which landscape?', answer: suite.ids.landscape },
    { ask: 'confirm', message: 'Save', answer: false },
    { ask: 'input', message: 'Name:', answer: 'Placed' },
  ];
  const first: Answer[] = [
    { ask: 'select', message: 'Which organization?', answer: org },
    { ask: 'confirm', message: 'Save', answer: false },
  ];
  const run = async (profile: JsonObject, answers: readonly Answer[]): Promise<string[]> => {
    const nowhere = suite.machine();
    nowhere.signInAs({ nowhere: profile });
    const asked = await nowhere.run(['domain', 'create', '-o', 'json'], { tty: true, answers });
    expect(asked.code, asked.stderr).toBe(0);
    return printedWords(asked).slice(-4);
  };
  const rest = ['--name', 'Placed'];
  expect(await run({ org }, asks)).toEqual(['--landscape', 'Ferry Platform', ...rest]);
  expect(await run({}, [...first, ...asks])).toEqual(['--landscape', suite.ids.landscape, ...rest]);
});

test.each([
  ['in a pipe', [], false],
  ['with --no-input', ['--no-input'], true],
  ['beside --data', ['--data', '{"name": "x"}'], true],
  ['in a dry run', ['--dry-run'], true],
])('does not prompt %s', async (_, more, tty) => {
  const ran = await here.run(['object', 'create', '--type', 'app', ...more, '-o', 'json'], { tty });
  expect([ran.code, ran.requests]).toEqual([2, []]);
  expect(ran.error().details?.join()).toContain('parentId (--parent)');
});

test('a system is asked for its domain if there are several, and only possible parents are offered', async () => {
  const answers = (domain: string): Answer[] => [
    { ask: 'input', message: 'Name:', answer: 'Quays' },
    { ask: 'select', message: 'Type:', answer: 'system' },
    { ask: 'select', message: PARENT, answer: domain },
  ];
  const roots = listOf(await suite.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects');
  expect(roots.length).toBeGreaterThan(1);
  const second = roots[1];
  const asked = await create(['object', 'create'], answers(textOf(second, 'id')));
  expect(asked.code, asked.stderr).toBe(0);
  expect(asked.json()).toMatchObject({ parentId: textOf(second, 'id') });
  expect(printedWords(asked)).toContain('--parent');
  const app = await create(
    ['object', 'create'],
    [
      { ask: 'input', message: 'Name:', answer: 'Quay app' },
      { ask: 'select', message: 'Type:', answer: 'app' },
      { ask: 'select', message: PARENT, answer: ids.root },
    ],
  );
  expect(app.error().message).toContain(`No choice "${ids.root}"`);
});

test.each<[string, string[], Answer[]]>([
  ['one record', ['object', 'get'], [{ ask: 'select', message: 'Model object:', answer: HOSTILE }]],
  ['several records', ['object', 'delete', '--yes', '--dry-run'], [{ ask: 'select', answer: HOSTILE }]],
])('prompts for a missing argument that names %s', async (_, line, answers) => {
  const asked = await create(line, answers);
  expect(asked.code, asked.stderr).toBe(0);
  expect(printedWords(asked).slice(0, 2)).toEqual(line.slice(0, 2));
  expect(printedWords(asked)).toContain(HOSTILE);
  expect(asked.requests.some(({ url }) => url.href.includes(String(ids[HOSTILE])))).toBe(
    !line.includes('--dry-run'),
  );
  const again = await here.run(printedWords(asked), { tty: true });
  expect(again.code, again.stderr).toBe(0);
});

test.each([
  ['in a pipe', ['object', 'get'], false],
  ['with --no-input', ['object', 'get', '--no-input'], true],
  ['for a free text', ['search'], true],
])('a missing argument is an error %s', async (_, line, tty) => {
  const ran = await here.run([...line, '-o', 'json'], { tty });
  expect([ran.code, ran.requests]).toEqual([2, []]);
  expect(ran.error().message).toMatch(/^Argument [A-Z]+ is missing\.$/);
});

test('without a record to choose, nothing is prompted', async () => {
  const ran = await create(['revert', 'get'], []);
  expect([ran.code, ran.error().message]).toEqual([4, 'There is no revert to choose.']);
});

test.each([
  ['draft merge', 'Open draft:', 'Frequent traveller points', 'Announce sailings as events'],
  ['invite revoke', 'Open invite:', 'spare@example.com', 'lea.haugen@skerryline.example'],
])('%s offers only records that it can change', async (line, message, possible, impossible) => {
  const command = [...line.split(' '), '--yes', '--dry-run'];
  const asked = await create(command, [{ ask: 'select', message, answer: possible }]);
  expect(asked.code, asked.stderr).toBe(0);
  const refused = await create(command, [{ ask: 'select', message, answer: impossible }]);
  expect(refused.error().message).toContain('No choice');
});

test('without a record that the command can change, the error names such records', async () => {
  const revoked = await here.run(['invite', 'revoke', 'spare@example.com', '--yes']);
  expect(revoked.code, revoked.stderr).toBe(0);
  const ran = await create(['invite', 'revoke'], []);
  expect([ran.code, ran.error().message]).toEqual([4, 'There is no open invite to choose.']);
});
