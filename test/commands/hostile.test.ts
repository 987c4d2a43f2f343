import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { OUTPUT_FORMATS } from '../../src/terminal/types.js';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { controlCharacterIn, HOSTILE, type Recorder, recorder } from '../support/hostile-service.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import { encodeFrame } from '../support/stored-frames.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { COMMAND_CASES, type CommandCase, KEPT } from './cases.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { type Ending, isDrawable, LOOKING, redrawn, watched } from './redraw.js';

let suite: CommandSuite;
let here: Machine;
let answers: Recorder;
/** Ids of records of that name. */
const made: Record<string, string> = {};

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  answers = recorder(suite.service.transport);
  const { landscape, organization, origin, target, diagram, draft, smallest } = suite.ids;
  const latest = `landscapes/${landscape}/versions/latest`;
  const named = { name: HOSTILE, labels: { [HOSTILE]: HOSTILE } };
  const [root] = listOf(await suite.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects');
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
    made[kind] = textOf((await suite.ask(path, 'POST', body))[kind], 'id');
  }
  const props = { body: { content: HOSTILE, type: 'idea', status: 'active' } };
  await suite.ask(`${latest}/drafts/${draft}/tasks`, 'POST', {
    task: { type: 'draft-comment-create', entityId: HOSTILE, props },
  });
  const logs = await suite.ask(`landscapes/${landscape}/action-logs?filter[actionId]=${made.domain}`);
  made.log = textOf(listOf(logs, 'actionLogs')[0], 'id');
});
afterAll(() => suite.close());

/** Commands whose records contain the sent text: machine formats must return it unchanged. */
const NAMED: Record<string, () => string[]> = {
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
  api: () => ['GET', `landscapes/${suite.ids.landscape}/versions/latest/diagrams`, '-i'],
};
/** Creates return another record each time. */
const MAKING: Record<string, () => string[]> = {
  'connection create': () => [
    ...['--name', HOSTILE, '--origin', suite.ids.origin, '--target', suite.ids.target],
    ...['--direction', 'none', '--label', `a=${HOSTILE}`],
  ],
  'draft comment': () => [
    suite.ids.draft,
    '--entity',
    `Entity${String(entity++).padStart(14, '0')}`,
    '--content',
    HOSTILE,
  ],
  'tag-group create': () => ['--name', HOSTILE, '--icon', 'bug', '--index', '1'],
};
let entity = 0;
const FORMATS = [['-o', 'json'], ['-o', 'ndjson'], ['-o', 'yaml'], ['-o', 'csv'], ['-o', 'table'], []];
/** Output of --debug is the same in every data format except json, which has JSON errors. */
const DEBUGGED = [FORMATS[0], FORMATS[5]];
const ON_TERMINAL: [string[], RunOptions] = [['--no-color', '--no-input'], { tty: true, width: 200 }];
const SCREENS: [string[], RunOptions][] = [
  ...FORMATS.map((format): [string[], RunOptions] => [
    DEBUGGED.includes(format) ? [...format, '--debug'] : format,
    {},
  ]),
  ON_TERMINAL,
  [['-o', 'json', '--no-color', '--no-input'], { tty: true, width: 200 }],
];

/** The most different outputs: records, a table in a pipe, and a terminal. */
const FEW = SCREENS.filter((it) => it === ON_TERMINAL || it[0].includes('json') || it[0].includes('table'));
/** Outputs for the tests of failures: data for a script, and a terminal. */
const SCREENS_OF_FAILURES = FEW.filter((_, at) => at === 0 || at === 2);

const clean = (ran: Pick<RunResult, 'stdout' | 'stderr'>, what: string): void => {
  expect(controlCharacterIn(ran.stdout), `stdout of ${what}`).toBeUndefined();
  // archctl itself erases a line of progress.
  const stderr = ran.stderr.replaceAll('\r\u001b[2K', '');
  expect(controlCharacterIn(stderr), `stderr of ${what}`).toBeUndefined();
};
/** Every text in a value. */
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...texts(inner)])
      : [];

/** A value without response headers, which differ between requests. */
const lasting = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'headers' in value ? { ...value, headers: {} } : value;

describe.each(Object.keys({ ...NAMED, ...MAKING }))('%s with hostile text', (name) => {
  it('keeps the data in json', async () => {
    const argv = [...name.split(' '), ...({ ...NAMED, ...MAKING }[name]?.() ?? [])];
    const json = await here.run([...argv, '-o', 'json']);
    clean(json, 'json');
    expect(texts(name === 'logs tail' ? json.lines() : json.json())).toContain(HOSTILE);
    expect(json.stdout).toContain('\\u001b');
  });
});

describe.each(Object.keys(NAMED))('%s with hostile text', (name) => {
  const argv = () => [...name.split(' '), ...(NAMED[name]?.() ?? [])];
  const isStream = name === 'logs tail';

  it('keeps the data in ndjson as in json', async () => {
    const json = await here.run([...argv(), '-o', 'json']);
    const ndjson = await here.run([...argv(), '-o', 'ndjson']);
    clean(ndjson, 'ndjson');
    const data = isStream ? json.lines() : [json.json()].flat();
    expect(ndjson.lines().map(lasting)).toEqual(data.map(lasting));
  });

  it.skipIf(isStream)('keeps the data in yaml, unless it is a stream', async () => {
    const data = (await here.run([...argv(), '-o', 'json'])).json();
    const yaml = (await here.run([...argv(), '-o', 'yaml', '--query', '@'])).stdout;
    expect(lasting(parse(yaml))).toEqual(lasting(data));
  });
});

describe.each(Object.keys(NAMED).filter((name) => name.endsWith('list')))('%s with hostile text', (name) => {
  it('is one line per row in csv and in a pipe', async () => {
    const argv = [...name.split(' '), ...(NAMED[name]?.() ?? [])];
    const items = (await here.run([...argv, '-o', 'json'])).json() as JsonObject[];
    const csv = (await here.run([...argv, '-o', 'csv'])).stdout;
    const pipe = (await here.run(argv)).stdout;
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
    [
      'a type of task',
      ['draft', 'add-task', 'X'.repeat(20), '--data', JSON.stringify({ task: { type: HOSTILE } })],
      2,
    ],
  ])('%s', async (_, argv, code) => {
    for (const more of [[], ['-o', 'json'], ['--debug']]) {
      const ran = await here.run([...argv, ...more]);
      expect(ran.code).toBe(code);
      clean(ran, more.join(' '));
      if (more.includes('json')) expect(ran.error().kind).toBe(code === 4 ? 'not-found' : 'usage');
    }
  });

  it('for a response that is not JSON, with hostile headers', async () => {
    const { bodyOfBytes } = await import('../../src/client/send/wire.js');
    for (const status of [200, 403, 500]) {
      const transport: typeof suite.service.transport = async ({ url }) => ({
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

  it('for written files: names in notes and manifests', async () => {
    const argv = ['diagram', 'export', made.diagram ?? '', '--format', 'svg'];
    for (const more of [
      ['-o', 'json'],
      ['--out', HOSTILE.replaceAll('\0', '')],
    ]) {
      const ran = await here.run([...argv, ...more]);
      expect(ran).toMatchObject({ code: 0 });
      clean(ran, more.join(' '));
    }
  });

  it('for profiles', async () => {
    const other = suite.machine();
    other.signIn({ org: HOSTILE, landscape: HOSTILE }, 'odd');
    for (const command of [['profile', 'list'], ['profile', 'show'], ['auth', 'status'], ['doctor']]) {
      for (const format of FORMATS)
        clean(await other.run([...command, ...format]), [...command, ...format].join(' '));
    }
  });
});

/** The model that is read back is hostile, and therefore differs from the plan. */
const CHECKING = ['model apply'];

const caseOf = (name: string): CommandCase => {
  const found = COMMAND_CASES[name];
  if (!found) throw new Error(`The command "${name}" has no case in test/commands/cases.ts.`);
  return found;
};

/** A machine whose own files are hostile as well, as far as archctl reads them. */
function prepared(name: string): Machine {
  const machine = suite.machine();
  caseOf(name).before?.(machine);
  const { current = 'default', profiles } = machine.profiles();
  const odd = { org: HOSTILE, landscape: HOSTILE, keyId: HOSTILE, webhookSecrets: ODD_SECRETS };
  const webhookSecrets = [...(profiles[current]?.webhookSecrets ?? []), ...ODD_SECRETS];
  machine.signInAs({ odd, [current]: { ...profiles[current], webhookSecrets } });
  keepHostile(machine);
  return machine;
}
const ODD_SECRETS = [{ name: HOSTILE, secret: 'whsec_hostile', subscriptionId: HOSTILE }];

/** A hostile event, in addition to the one that cases name. */
function keepHostile(machine: Machine): void {
  const body = Buffer.from(JSON.stringify({ [HOSTILE]: HOSTILE, before: null, after: { name: HOSTILE } }));
  const texts = { collection: HOSTILE, operation: HOSTILE, resourceId: HOSTILE, organizationId: HOSTILE };
  const id = KEPT.replace(/.$/, '1');
  const frame = encodeFrame({
    ...{ id, receivedAt: '2026-06-01T08:00:01.000Z', verified: true, secretName: HOSTILE, duplicate: false },
    ...{
      unknown: [],
      ...texts,
      subscriptionId: HOSTILE,
      landscapeId: HOSTILE,
      timestamp: 1_780_300_801,
    },
    ...{
      size: body.byteLength,
      method: 'POST',
      path: HOSTILE,
      rawHeaders: [HOSTILE, HOSTILE],
      signature: HOSTILE,
    },
    body,
  });
  const directory = join(machine.state, 'webhook-events');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, openFileName(id)), frame);
}

/** Commands that send the commit that they read: a recorded response would have an earlier one. */
const COMMITTING = ['diagram add', 'diagram layout', 'diagram remove', 'flow edit'];

/** Runs a case with hostile responses. */
const optionsOf = (name: string, all: boolean): RunOptions => {
  const own = caseOf(name).options?.() ?? {};
  const isFresh = COMMITTING.includes(name);
  const from = own.transport ?? (isFresh ? suite.service.transport : undefined);
  const transport = from ? recorder(from).sender(all) : answers.sender(all);
  return { ...own, transport };
};

/** Commands that open an editor; they refuse to run in a pipe and with `--no-input`. */
const NEEDING_TERMINAL = ['flow edit'];

/** Returned data must be harmless on the other screens as well. */
async function cleanRedrawn(
  ending: NonNullable<Ending>,
  screens: readonly (typeof SCREENS)[number][],
  what: string,
): Promise<void> {
  const { now } = suite.service.clock;
  for (const [more, { tty = false }] of screens) {
    const format = OUTPUT_FORMATS.find((it) => more.includes(it));
    clean(await redrawn(ending, { ...(format && { format }), tty, now }), `${what}, ${more.join(' ')}`);
  }
}

describe.each(REGISTRY.commands.map(({ path, load }) => [path.join(' '), load] as const))(
  '%s where every record is hostile',
  (name, load) => {
    const words = name.split(' ');
    let shared: Machine | undefined;
    /** A machine for one run. Read-only commands can run again on the same machine. */
    const machineFor = (): Machine => {
      if (!caseOf(name).reads) return prepared(name);
      shared ??= prepared(name);
      return shared;
    };
    /**
     * Runs it on a terminal, and renders the result again for the other screens, or runs it again for each.
     */
    const onScreens = async (
      screens: readonly (typeof SCREENS)[number][],
      what: string,
      runs: (more: readonly string[], options: RunOptions) => Promise<RunResult>,
      failureOptions: readonly string[] = [],
    ): Promise<void> => {
      const left = screens.filter((it) => it !== ON_TERMINAL);
      if (!LOOKING.includes(name) && optionsOf(name, false).stdin === undefined) {
        const { registry, ending } = watched();
        const ran = await runs([...ON_TERMINAL[0], ...failureOptions], { ...ON_TERMINAL[1], registry });
        clean(ran, `${what}, on a terminal`);
        const end = ending();
        if (isDrawable(end)) return cleanRedrawn(end, left, what);
      } else if (screens.includes(ON_TERMINAL)) left.push(ON_TERMINAL);
      for (const [more, own] of left) clean(await runs(more, own), `${what}, ${more.join(' ')}`);
    };

    it('prints no raw control character, on a terminal and in a pipe', async () => {
      // Input from stdin cannot come from a terminal.
      const isPiped = optionsOf(name, false).stdin !== undefined;
      const screens = name in NAMED || name in MAKING ? SCREENS : FEW;
      const fit = screens.filter(([, { tty }]) => !(tty && isPiped));
      const ranOn = async (more: readonly string[], options: RunOptions): Promise<RunResult> => {
        const here = machineFor();
        await caseOf(name).ready?.(here);
        const ran = await here.run([...words, ...more, ...caseOf(name).good(suite.ids)], {
          ...optionsOf(name, false),
          ...options,
        });
        expect(CHECKING.includes(name) ? [0, 8] : [0], ran.stderr).toContain(ran.code);
        return ran;
      };
      if (NEEDING_TERMINAL.includes(name)) {
        clean(await ranOn([], { tty: true, width: 200 }), 'success');
        return;
      }
      // Output of --debug about requests and responses is the same for failures.
      await onScreens(fit, 'success', ranOn, ['--debug']);
      for (const format of (await load()).default.formats ?? [])
        clean(await ranOn(['-o', format], {}), `success as ${format}`);
    });

    it('nor for failures and hostile errors', async () => {
      // A command that fails changes nothing.
      const failing = machineFor();
      const { bad, badOptions, good } = caseOf(name);
      await onScreens(SCREENS_OF_FAILURES, 'failure', async (more, options) => {
        const failed = await failing.run([...words, ...bad(suite.ids), ...more], {
          transport: answers.sender(false),
          ...badOptions,
          ...options,
        });
        expect(failed.code, more.join(' ')).not.toBe(0);
        return failed;
      });
      await onScreens(SCREENS_OF_FAILURES, 'all hostile', async (more, options) =>
        machineFor().run([...words, ...more, ...good(suite.ids)], { ...optionsOf(name, true), ...options }),
      );
    });
  },
);
