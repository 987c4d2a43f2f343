import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Json, listOf, textOf } from '../support/sandbox.js';
import type { Machine, Ran } from '../support/world.js';
import { type Office, openOffice } from './office.js';

/** Colours, a link, the clipboard, C1, direction, line ends, other controls, and what formats quote. */
const HOSTILE = [
  '\u001b[31mred\u001b[2J',
  '\u001b]8;;https://evil.test\u0007here\u001b]8;;\u0007',
  '\u001b]52;c;ZXZpbA==\u001b\\',
  '\u009b31m\u009d0;title\u009c',
  '\u202egnp.exe\u202c\u2066x\u2069\u200f',
  'one\r\ntwo\nthree\rfour\u2028five',
  'a\tb\u0000c\u0008d\u007fe\u0085f\ufeffg',
  '"quoted", with; commas \\x1b[1m',
].join('|');

/** Whatever drives a terminal or reorders what it shows; line feeds and tabs stand between what archctl prints. */
const RAW = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const rawIn = (text: string): string | undefined => {
  const found = RAW.exec(text.replace(/[\n\t]/g, ''))?.[0];
  return found && `U+${found.charCodeAt(0).toString(16)}`;
};

let office: Office;
let here: Machine;
/** Ids of records of that name. */
const made: Record<string, string> = {};

beforeAll(async () => {
  office = await openOffice();
  here = office.machine();
  const { landscape, organization, origin, target, diagram, draft, smallest } = office.ids;
  const latest = `landscapes/${landscape}/versions/latest`;
  const named = { name: HOSTILE, labels: { [HOSTILE]: HOSTILE } };
  const [root] = listOf(await office.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects');
  const ends = { originId: origin, targetId: target, direction: null, description: HOSTILE };
  for (const [kind, path, body] of [
    ['modelConnection', `${latest}/model/connections`, { ...named, ...ends }],
    ['tagGroup', `${latest}/tag-groups`, { ...named, icon: 'bug', index: 1 }],
    ['flow', `${latest}/flows`, { ...named, diagramId: diagram }],
    ['draft', `${latest}/drafts`, { ...named, status: 'in-progress' }],
    [
      'diagram',
      `${latest}/diagrams`,
      { ...named, index: 1, type: 'app-diagram', modelId: root?.id, description: HOSTILE },
    ],
    ['apiKey', `organizations/${organization}/api-keys`, { name: HOSTILE, permission: 'read' }],
    ['landscape', `landscapes/${smallest}/duplicate`, { name: HOSTILE }],
    ['domain', `${latest}/domains`, { name: HOSTILE }],
  ] as const) {
    made[kind] = textOf((await office.ask(path, 'POST', body))[kind], 'id');
  }
  const props = { body: { content: HOSTILE, type: 'idea', status: 'active' } };
  await office.ask(`${latest}/drafts/${draft}/tasks`, 'POST', {
    task: { type: 'draft-comment-create', entityId: HOSTILE, props },
  });
  const logs = await office.ask(`landscapes/${landscape}/action-logs?filter[actionId]=${made.domain}`);
  made.log = textOf(listOf(logs, 'actionLogs')[0], 'id');
});
afterAll(() => office.close());

const COMMANDS: Record<string, () => string[]> = {
  'diagram list': () => [],
  'diagram get': () => [made.diagram ?? ''],
  'draft list': () => [],
  'flow list': () => [],
  'flow thumbnail': () => [made.flow ?? ''],
  'landscape list': () => [],
  'logs list': () => ['--limit', '30'],
  'logs tail': () => ['-n', '30', '--no-follow'],
  'logs get': () => [made.log ?? ''],
  'logs tree': () => [made.log ?? ''],
  'logs children': () => [made.log ?? ''],
  'keys update': () => [made.apiKey ?? '', '--permission', 'write'],
  'connection create': () => [
    ...['--name', HOSTILE, '--origin', office.ids.origin, '--target', office.ids.target],
    ...['--direction', 'none', '--label', `a=${HOSTILE}`],
  ],
  'draft comment': () => [office.ids.draft, '--entity', `Entity${entity++}`, '--content', HOSTILE],
  'tag-group create': () => ['--name', HOSTILE, '--icon', 'bug', '--index', '1'],
  api: () => ['GET', `landscapes/${office.ids.landscape}/versions/latest/diagrams`, '-i'],
};
let entity = 0;
const FORMATS = [['-o', 'json'], ['-o', 'ndjson'], ['-o', 'yaml'], ['-o', 'csv'], ['-o', 'table'], []];

const clean = (ran: Ran, what: string): void => {
  expect(rawIn(ran.stdout), `stdout of ${what}`).toBeUndefined();
  expect(rawIn(ran.stderr), `stderr of ${what}`).toBeUndefined();
};
/** Every text in a value. */
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...texts(inner)])
      : [];

/** A value without the headers of its answer, which differ from one request to the next. */
const lasting = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'headers' in value ? { ...value, headers: {} } : value;

describe.each(Object.keys(COMMANDS))('%s with hostile text', (name) => {
  const argv = () => [...name.split(' '), ...(COMMANDS[name]?.() ?? [])];

  it('prints no raw control character in any format', async () => {
    for (const format of FORMATS) {
      const ran = await here.run([...argv(), ...format, '--debug']);
      expect(ran).toMatchObject({ code: 0 });
      clean(ran, format.join(' '));
    }
    for (const format of [[], ['-o', 'json']]) {
      const ran = await here.run([...argv(), ...format, '--no-color'], { tty: true, width: 200 });
      expect(ran).toMatchObject({ code: 0 });
      clean(ran, `${format.join(' ')} on a terminal`);
    }
  });

  it('keeps the data in json, ndjson and yaml', async () => {
    const json = await here.run([...argv(), '-o', 'json']);
    const data = name === 'logs tail' ? json.lines() : json.json();
    expect(texts(data)).toContain(HOSTILE);
    expect(json.stdout).toContain('\\u001b');
    if (name.endsWith('create') || name === 'draft comment') return;
    const yaml = (await here.run([...argv(), '-o', 'yaml', '--query', '@'])).stdout;
    if (name !== 'logs tail') expect(lasting(parse(yaml))).toEqual(lasting(data));
    const ndjson = (await here.run([...argv(), '-o', 'ndjson'])).lines();
    expect(ndjson.map(lasting)).toEqual([data].flat().map(lasting));
  });

  it('is a line for each row in csv and in a pipe', async () => {
    if (!name.endsWith('list')) return;
    const items = (await here.run([...argv(), '-o', 'json'])).json() as Json[];
    const csv = (await here.run([...argv(), '-o', 'csv'])).stdout;
    const pipe = (await here.run(argv())).stdout;
    expect(csv.split('\n')).toHaveLength(items.length + 2);
    expect(pipe.split('\n')).toHaveLength(items.length + 1);
    const tabs = pipe
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t').length);
    expect(new Set(tabs).size).toBe(1);
  });
});

describe('messages with hostile text', () => {
  it.each([
    ['an id in an error', ['diagram', 'get', HOSTILE.replaceAll('/', '')], 4],
    ['an option value', ['diagram', 'list', '--type', HOSTILE], 2],
    ['a command', [HOSTILE], 2],
    ['an option', [`--${HOSTILE}`], 2],
    ['a profile', ['diagram', 'list', '-p', HOSTILE], 2],
    ['a query', ['diagram', 'list', '--query', HOSTILE], 2],
    ['fields', ['diagram', 'list', '--fields', HOSTILE], 2],
    ['data', ['connection', 'create', '--data', JSON.stringify({ [HOSTILE]: 1 })], 2],
    ['a path', ['api', 'GET', HOSTILE], 4],
    [
      'a file',
      ['auth', 'login', '--base-url', 'https://sandbox.test', '--key-file', HOSTILE.replaceAll('\0', '')],
      2,
    ],
    ['a type of task', ['draft', 'add-task', 'X', '--data', JSON.stringify({ task: { type: HOSTILE } })], 2],
  ])('%s', async (_, argv, code) => {
    for (const more of [[], ['-o', 'json'], ['--debug']]) {
      const ran = await here.run([...argv, ...more]);
      expect(ran.code).toBe(code);
      clean(ran, more.join(' '));
      if (more.includes('json')) expect(ran.error().kind).toBe(code === 4 ? 'not-found' : 'usage');
    }
  });

  it('of an answer that is no JSON, with hostile headers', async () => {
    const { bodyOfBytes } = await import('../../src/client/send/wire.js');
    for (const status of [200, 403, 500]) {
      const transport: typeof office.service.transport = async ({ url }) => ({
        status,
        headers: { 'x-request-id': HOSTILE, 'content-type': 'text/html', [`x-${HOSTILE}`]: HOSTILE },
        body: bodyOfBytes(new TextEncoder().encode(`<html>${HOSTILE}`)),
        url,
      });
      for (const more of [[], ['-o', 'json'], ['--debug']]) {
        const ran = await here.run(['landscape', 'list', '--retries', '0', ...more], { transport });
        expect(ran.code).not.toBe(0);
        clean(ran, `${status} ${more.join(' ')}`);
      }
      clean(await here.run(['api', 'GET', 'x', '-i', '--retries', '0'], { transport }), 'api -i');
    }
  });

  it('of what was written: file names in notes and manifests', async () => {
    const argv = ['diagram', 'export', made.diagram ?? '', '--format', 'svg'];
    for (const more of [
      ['-o', 'json'],
      ['--dir', HOSTILE.replaceAll('\0', '')],
    ]) {
      const ran = await here.run([...argv, ...more]);
      expect(ran).toMatchObject({ code: 0 });
      clean(ran, more.join(' '));
    }
  });

  it('of profiles', async () => {
    const other = office.machine();
    other.signIn({ org: HOSTILE, landscape: HOSTILE }, 'odd');
    for (const command of [['profile', 'list'], ['profile', 'show'], ['auth', 'status'], ['doctor']]) {
      for (const format of FORMATS)
        clean(await other.run([...command, ...format]), [...command, ...format].join(' '));
    }
  });
});
