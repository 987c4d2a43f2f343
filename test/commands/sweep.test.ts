import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type ErrorKind, EXIT_CODES } from '../../src/base/errors.js';
import type { AnyCommand, Registry } from '../../src/cli/command/spec.js';
import { bodyOfBytes, type Send } from '../../src/client/send/wire.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import type { OutputFormat } from '../../src/terminal/types.js';
import { SECRET_MARK } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { COMMAND_CASES, type CommandCase } from './cases.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { isDrawable, LOOKING, redrawn, watched } from './redraw.js';

let suite: CommandSuite;
const machines: Machine[] = [];
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const COMMANDS = REGISTRY.commands.map(({ path }) => path.join(' '));
const caseOf = (name: string): CommandCase => {
  const found = COMMAND_CASES[name];
  if (!found) throw new Error(`The command "${name}" has no case in test/commands/cases.ts.`);
  return found;
};
const SPECS: ReadonlyMap<string, AnyCommand> = new Map(
  await Promise.all(
    REGISTRY.commands.map(async ({ path, load }) => [path.join(' '), (await load()).default] as const),
  ),
);
const specOf = (name: string): AnyCommand => {
  const spec = SPECS.get(name);
  if (!spec) throw new Error(name);
  return spec;
};
/** Commands that need the service and a key. */
const NEEDING_A_KEY = COMMANDS.filter((name) => specOf(name).operation && !specOf(name).anonymous);
const prepared = (name: string): Machine => {
  const machine = suite.machine();
  machines.push(machine);
  caseOf(name).before?.(machine);
  return machine;
};
const idle = new Map<string, Machine>();
/** A machine for commands that change nothing on it: one for each command. */
const untouched = (name: string): Machine => {
  const machine = idle.get(name) ?? prepared(name);
  idle.set(name, machine);
  return machine;
};
/** Runs a successful case, with further options before a `--`. */
const good = async (name: string, machine: Machine, ...more: string[]): Promise<RunResult> =>
  goodWith(REGISTRY, name, machine, ...more);
/** The same with recorded results. */
const goodWith = async (
  registry: Registry,
  name: string,
  machine: Machine,
  ...more: string[]
): Promise<RunResult> => {
  if (!more.includes('--dry-run')) await caseOf(name).ready?.(machine);
  const args = caseOf(name).good(suite.ids);
  return machine.run([...name.split(' '), ...more, ...args], { ...caseOf(name).options?.(), registry });
};
const ERROR_LINE = /^\{"error"/gm;
const STACK = /\n\s+at .+:\d+:\d+/;

it('an unknown option is rejected before anything is sent', async () => {
  for (const name of ['diagram list', 'landscape create', 'sandbox exec']) {
    const ran = await good(name, untouched(name), '-o', 'json', '--no-such-option');
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.error()).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('--no-such-option'),
    });
  }
});

describe('the registry', () => {
  it('has a case for each command, and each case has a command', () => {
    expect(Object.keys(COMMAND_CASES).sort()).toEqual([...COMMANDS].sort());
  });
});

describe.each(COMMANDS)('%s', (name) => {
  it('succeeds in json, and prints its requests with --debug, without secrets', async () => {
    const machine = prepared(name);
    const ran = await good(name, machine, '-o', 'json', '--debug');
    expect(ran).toMatchObject({ code: 0 });
    if (caseOf(name).silent) expect(ran.stdout).toBe('');
    else if (caseOf(name).streams) expect(ran.lines()).not.toEqual([]);
    else expect(ran.json()).not.toBeNull();
    expect(ran.stderr).not.toMatch(STACK);
    expect(ran.stderr).not.toMatch(ERROR_LINE);
    if (specOf(name).operation) expect(ran.stderr).toContain('> ');
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(SECRET_MARK);
  });

  it('fails in json with one error line and the exit code of its kind, whatever --debug prints', async () => {
    const { bad, badOptions, kind } = caseOf(name);
    const argv = [...name.split(' '), ...bad(suite.ids), '-o', 'json', '--debug'];
    const ran = await untouched(name).run(argv, badOptions);
    expect(ran.error()).toMatchObject({ kind, message: expect.stringMatching(/./) });
    expect(ran.code).toBe(EXIT_CODES[kind].code);
    expect(ran.stderr.match(ERROR_LINE)).toHaveLength(1);
    expect(ran.stderr).not.toMatch(STACK);
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(SECRET_MARK);
    // Partial results: findings, and the manifest of an export.
    const parts = [
      'doctor',
      'diagram export',
      'webhook replay',
      'webhook trigger',
      'webhook verify',
    ].includes(name);
    if (!parts) expect(ran.stdout).toBe('');
  });

  it('rejects unknown options, before anything is sent', async () => {
    const machine = untouched(name);
    // Similar to an existing option. Unknown options are tested for all commands here, and once below.
    const ran = await good(name, machine, '-o', 'json', '--dry-runn');
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ kind: 'usage', message: expect.stringContaining('--dry-runn') });
    expect(ran.requests).toEqual([]);
    const wrong = await good(name, machine, '-o', 'xml');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('table, json, ndjson, yaml, csv');
    expect(wrong.requests).toEqual([]);
  });

  it('has help', async () => {
    const ran = await untouched(name).run([...name.split(' '), '--help']);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(`archctl ${name}`);
    expect(ran.stdout).toContain(specOf(name).summary);
    expect(ran.stderr).toBe('');
  });
});

const READS = COMMANDS.filter((name) => COMMAND_CASES[name]?.reads);
describe.each(READS)('%s', (name) => {
  it('shows the same data in every format', async () => {
    const machine = untouched(name);
    const { registry, ending } = watched();
    const data = (await goodWith(registry, name, machine, '-o', 'json')).json();
    const items = Array.isArray(data) ? data : [data];
    expect(items).not.toEqual([]);
    const end = ending();
    /** Renders the result in another format. Commands that depend on the format are run again. */
    const shown = async (format?: OutputFormat): Promise<string> => {
      if (isDrawable(end) && !LOOKING.includes(name))
        return (await redrawn(end, { ...(format && { format }), now: suite.service.clock.now })).stdout;
      const ran = await good(name, machine, ...(format ? ['-o', format] : []));
      expect(ran.code).toBe(0);
      return ran.stdout;
    };

    const ndjson = await good(name, machine, '-o', 'ndjson');
    expect(ndjson.code).toBe(0);
    const documents = parseAllDocuments(await shown('yaml'));
    if (!('length' in documents)) throw new Error('Not YAML.');
    const [header = [], ...rows] = (await shown('csv')).trimEnd().split('\n').map(cells);
    const table = await shown('table');
    const pipe = await shown();

    expect(still(name, ndjson.lines())).toEqual(still(name, items));
    expect(still(name, [documents.map((it) => it.toJS() as unknown)].flat(2))).toEqual(still(name, items));
    expect(header.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(items.length);
    expect(rows.filter((row) => row.length !== header.length)).toEqual([]);
    expect(table.trim()).not.toBe('');
    if (Array.isArray(data)) {
      const lines = pipe.trimEnd().split('\n');
      expect(lines).toHaveLength(items.length);
      expect(new Set(lines.map((line) => line.split('\t').length)).size).toBe(1);
      expect(table.trimEnd().split('\n').length).toBeGreaterThan(items.length);
    }
  });
});

/** Without values that change in every run: "quota" requests the plan, which counts. */
const still = (name: string, rows: readonly unknown[]): unknown[] =>
  rows.map((row) => (name === 'quota' ? { ...(row as object), used: 0, projected: 0 } : row));

/** Cells of a line of RFC 4180. */
function cells(line: string): string[] {
  const found = [...line.matchAll(/("(?:[^"]|"")*"|[^,"]*)(,|$)/g)];
  return found.slice(0, line.endsWith(',') ? found.length : -1 || undefined).map(([, cell = '']) => cell);
}

/** Every folder and file of a machine, with its content. */
const filesOf = ({ cwd, config, state }: Machine): Record<string, string> =>
  Object.fromEntries(
    [cwd, config, state]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .map((it) => [join(it.parentPath, it.name), it.isFile()] as const)
      .map(([path, isFile]) => [path, isFile ? readFileSync(path, 'latin1') : '']),
  );

/** A sandbox has no dry run, and a check without requests fails; the others succeed. */
const DRY_KINDS: Readonly<Record<string, ErrorKind>> = {
  doctor: 'check',
  mcp: 'usage',
  'sandbox exec': 'usage',
  'sandbox start': 'usage',
};

/** Commands that read in a dry run, because their changes depend on the current state. */
const READING = [
  'diagram add',
  'diagram layout',
  'diagram remove',
  'flow edit',
  'model apply',
  'model drift',
  'model import-from',
  'model plan',
  'model pull',
];

describe('with --dry-run', () => {
  it.each(COMMANDS)(
    '%s sends nothing, changes nothing, redacts secrets and prints its request',
    async (name) => {
      const machine = untouched(name);
      const before = filesOf(machine);
      const sent = suite.service.requests.length;
      const ran = await good(name, machine, '-o', 'json', '--dry-run');
      const kind = DRY_KINDS[name];
      expect(ran.code, ran.stderr).toBe(kind ? EXIT_CODES[kind].code : 0);
      expect(ran.stderr).not.toMatch(STACK);
      if (READING.includes(name)) {
        expect(new Set(ran.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
        return;
      }
      expect(suite.service.requests).toHaveLength(sent);
      expect(ran.requests).toEqual([]);
      // A request that was not sent counts on no quota.
      expect(filesOf(machine)).toEqual(before);
      if (!specOf(name).operation) return;
      const request = ran.json() as { method: string; url: string; headers: Record<string, string> };
      expect(new URL(request.url).origin).toBe('https://sandbox.test');
      expect(request.headers.authorization).toBe('ApiKey [redacted]');
    },
  );

  it('removes nothing and asks nothing', async () => {
    const machine = suite.machine();
    const before = JSON.stringify(machine.profiles());
    for (const argv of [
      ['auth', 'logout'],
      ['profile', 'remove', 'reader'],
    ]) {
      const ran = await machine.run([...argv, '--dry-run']);
      expect(ran).toMatchObject({ code: 0, stdout: '' });
      expect(ran.stderr).toMatch(/[Ww]ould/);
      expect(JSON.stringify(machine.profiles()), argv.join(' ')).toBe(before);
    }
    const data = join(machine.state, 'sandbox');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'sandbox.db'), 'precious');
    const ran = await machine.run(['sandbox', 'reset', '--dry-run']);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(data, 'sandbox.db'), 'utf8')).toBe('precious');
    await machine.run(['sandbox', 'reset', '--yes']);
    expect(existsSync(join(data, 'sandbox.db'))).toBe(false);
  });
});

/** Results without a key of commands that send no operation of the contract; the others succeed. */
const KEYLESS_KINDS: Readonly<Record<string, ErrorKind>> = {
  api: 'auth',
  'auth logout': 'auth',
  'diagram add': 'auth',
  'diagram layout': 'auth',
  'diagram remove': 'auth',
  doctor: 'check',
  health: 'auth',
  'landscape use': 'auth',
  'model apply': 'auth',
  'model drift': 'auth',
  'model plan': 'auth',
  'model pull': 'auth',
  'profile remove': 'usage',
  'profile rename': 'usage',
  'profile set': 'auth',
  'profile show': 'auth',
  'profile unset': 'auth',
  'profile use': 'usage',
  'sandbox seed': 'auth',
  'sandbox snapshot delete': 'auth',
  'sandbox snapshot list': 'auth',
  'sandbox snapshot load': 'auth',
  'sandbox snapshot save': 'auth',
  'sandbox webhook add': 'auth',
  'sandbox webhook deliveries': 'auth',
  'sandbox webhook disable': 'auth',
  'sandbox webhook enable': 'auth',
  'sandbox webhook list': 'auth',
  'sandbox webhook remove': 'auth',
  'webhook listen': 'usage',
  'webhook secret remove': 'auth',
  'webhook secret set': 'auth',
  'webhook sign': 'usage',
  'webhook trigger': 'usage',
  'webhook verify': 'usage',
  undo: 'auth',
};
/** Their other requests: the package registry, and the user of the given key. */
const ASKING = ['auth login', 'upgrade'];
/** Commands that control the sandbox first let it prove its identity; that request contains no key. */
const PROVEN = /^sandbox (webhook |snapshot |list$|seed$)/;

describe('without a sign-in', () => {
  /** The machine of this command, which no later test uses. */
  const nobody = (name: string): Machine => {
    const machine = untouched(name);
    machine.signOut('default', 'sandbox', 'spare');
    return machine;
  };

  it.each(NEEDING_A_KEY)('%s names both remedies', async (name) => {
    const ran = await good(name, nobody(name), '-o', 'json');
    expect(ran.code).toBe(3);
    expect(ran.error()).toMatchObject({ kind: 'auth', message: 'Not signed in.' });
    expect(ran.stderr).toContain('archctl auth login');
    expect(ran.stderr).toContain('archctl sandbox start');
    expect(ran.requests).toEqual([]);
  });

  it.each(COMMANDS.filter((name) => !NEEDING_A_KEY.includes(name)))('%s ends as expected', async (name) => {
    const ran = await good(name, nobody(name), '-o', 'json');
    const kind = KEYLESS_KINDS[name];
    expect(ran.code).toBe(kind ? EXIT_CODES[kind].code : 0);
    if (kind) expect(ran.error().kind).toBe(kind);
    expect(ran.requests).toHaveLength(ASKING.includes(name) || PROVEN.test(name) ? 1 : 0);
    if (PROVEN.test(name)) expect(ran.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('the secret of the active key', () => {
  /** Runs a list against a service whose every response repeats the received key. */
  const echoed = async (status: number, ...more: string[]): Promise<RunResult> => {
    const transport: Send = async ({ url, headers }) => {
      const { authorization = '' } = headers;
      const body = {
        message: `Seen: ${authorization}`,
        errors: [authorization],
        landscapes: [],
        seen: authorization,
      };
      return {
        status,
        headers: { 'x-seen': authorization, 'x-request-id': authorization },
        body: bodyOfBytes(new TextEncoder().encode(JSON.stringify(body))),
        url,
      };
    };
    const machine = suite.machine();
    return machine.run(['landscape', 'list', '--retries', '0', ...more], { transport });
  };

  it('is not in --debug if the response repeats it', async () => {
    const ran = await echoed(200, '--debug');
    expect(ran.code).toBe(0);
    expect(ran.stderr.match(/\[redacted\]/g)?.length).toBeGreaterThan(3);
    expect(ran.stderr).not.toContain(SECRET_MARK);
  });

  it.each([401, 404, 500])('is not in the error if a response of %i repeats it', async (status) => {
    for (const more of [[], ['-o', 'json']]) {
      const ran = await echoed(status, ...more);
      expect(ran.stderr).not.toContain(SECRET_MARK);
    }
  });

  it('is in no output of this suite', () => {
    const texts = machines.flatMap(({ transcript }) => transcript);
    expect(texts.length).toBeGreaterThan(COMMANDS.length * 5);
    const { secret } = suite.reader;
    for (const { argv, text } of texts) {
      expect(text.includes(SECRET_MARK), argv.join(' ')).toBe(false);
      expect(text.includes(secret), argv.join(' ')).toBe(false);
    }
  });
});
