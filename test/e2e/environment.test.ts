import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { follow, type Home, home, type ProcessResult } from '../support/binary.js';
import { copyProgram } from '../support/package.js';
import { closeTerminals, onTerminal } from '../support/pty.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

/** A user without an account, as in containers. */
const STRANGER = 43_210;
const isRoot = process.getuid?.() === 0;
/**
 * Whether another user can run this Node: only root can start programs for others, and a Node below /root is
 * not accessible.
 */
const strangersRun =
  isRoot &&
  spawnSync(process.execPath, ['--version'], { uid: STRANGER, gid: STRANGER, cwd: '/' }).status === 0;
const UNLESS_STRANGERS_RUN = '(skipped unless root runs this, with a Node that others may run)';

let user: Home;
let sandbox: ServedSandbox;
/** A copy of the package in a path with spaces and non-ASCII letters, readable for every user. */
let program: string;
/** Signed in by the environment; no home, no locale, no terminal. */
let bare: Record<string, string>;

beforeAll(async () => {
  user = home();
  chmodSync(user.directory, 0o755);
  program = copyProgram(join(user.directory, 'päck age 数', 'archctl'));
  sandbox = await serveForProgram(user);
  const { baseUrl, keyId, secret, org, landscape } = user.profile('sandbox');
  bare = {
    PATH: process.env.PATH ?? '',
    ARCHCTL_BASE_URL: baseUrl,
    ARCHCTL_API_KEY: `${keyId}:${secret}`,
    ARCHCTL_ORG: org ?? '',
    ARCHCTL_LANDSCAPE: landscape ?? '',
  };
});
afterEach(closeTerminals);
afterAll(async () => {
  await sandbox.stop();
  await user.remove();
});

const run = (
  args: string[],
  env: Record<string, string> = {},
  options: SpawnOptions = {},
): Promise<ProcessResult> =>
  follow(
    spawn(process.execPath, [program, ...args], {
      cwd: user.directory,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
      env: { ...bare, ...env },
    }),
  ).ended;
const directory = (...names: string[]): string => {
  const path = join(user.directory, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};
const FERRY = expect.stringContaining('Ferry Platform');

it('works from, in and for directories with spaces and non-ASCII letters', async () => {
  const cwd = directory('wörk dir 数');
  const env = { HOME: directory('hôme of 数') };
  const own = {
    HOME: env.HOME,
    ARCHCTL_BASE_URL: '',
    ARCHCTL_API_KEY: '',
    ARCHCTL_ORG: '',
    ARCHCTL_LANDSCAPE: '',
  };
  const started = await run(['sandbox', 'start', '--detach', '--seed', 'empty', '-o', 'json'], own, { cwd });
  expect(started).toMatchObject({ code: 0, stderr: '' });
  try {
    const listed = await run(['organization', 'list', '--query', '[].id'], own, { cwd });
    const { organizationId } = JSON.parse(started.stdout) as { organizationId: string };
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(organizationId), stderr: '' });
  } finally {
    expect(await run(['sandbox', 'stop'], own, { cwd })).toMatchObject({ code: 0 });
  }
  expect(existsSync(join(env.HOME, '.config', 'archctl', 'profiles.json'))).toBe(true);
});

/**
 * Home directories in which nothing can be saved. The first needs a user other than root, who may write
 * anywhere.
 */
const HOMES: Record<string, { isHad: boolean; make: () => { home: string; uid?: number } }> = {
  'that may only be read': {
    isHad: !isRoot || strangersRun,
    make: () => {
      const path = directory('read only');
      chmodSync(path, 0o555);
      return isRoot ? { home: path, uid: STRANGER } : { home: path };
    },
  },
  'that is a file': {
    isHad: true,
    make: () => {
      writeFileSync(join(user.directory, 'a file'), '');
      return { home: join(user.directory, 'a file') };
    },
  },
  // Node's own recursive mkdir would loop forever here.
  'that no directory can be made for': {
    isHad: existsSync('/proc'),
    make: () => ({ home: '/proc/nobody/home' }),
  },
};

describe.each(Object.entries(HOMES))('a home %s', (name, { isHad, make }) => {
  const inHome = (args: string[], env: Record<string, string> = {}): Promise<ProcessResult> => {
    const { home: HOME, uid } = make();
    return run(args, { HOME, ...env }, uid === undefined ? {} : { uid, gid: uid });
  };

  it.skipIf(!isHad)('is enough for all reads (skipped if it cannot be created)', async () => {
    const reads = [
      ['landscape', 'list'],
      ['webhook', 'events', 'list'],
      ['doctor'],
      // One home directory is enough for the rest.
      ...(name === 'that may only be read'
        ? [
            ['quota', '-q'],
            ['profile', 'list'],
            ['sandbox', 'status'],
          ]
        : []),
    ];
    const all = await Promise.all(reads.map((args) => inHome(args)));
    for (const [at, ran] of all.entries())
      expect({ args: reads[at], code: ran.code, stderr: ran.stderr }).toEqual({
        args: reads[at],
        code: 0,
        stderr: '',
      });
    // If a requested file cannot be saved, that is reported, and the records are printed anyway.
    const resumed = await inHome(['logs', 'tail', '-n', '1', '--no-follow', '--resume']);
    expect(resumed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Cannot save the position of this tail in .*\n$/),
    });
    expect(resumed.stdout).not.toBe('');
  });

  it.skipIf(!isHad)(
    'is reported, with a remedy, by commands that must save (skipped if it cannot be created)',
    async () => {
      const key = { ARCHCTL_WEBHOOK_SECRET: 'a-signing-secret' };
      const saves: [string[], RegExp][] = [
        [
          ['auth', 'login', '--key-file', keyFile()],
          /Cannot save the profiles in .*\nhint: ARCHCTL_CONFIG_DIR/,
        ],
        [['sandbox', 'start', '--detach'], /Cannot write to .*\nhint: ARCHCTL_STATE_DIR/],
        [['webhook', 'listen'], /Events cannot be stored in .*\nhint: Set ARCHCTL_STATE_DIR/],
        ...(name === 'that may only be read'
          ? ([
              [['sandbox', 'start'], /The data directory .* cannot be used/],
              [['sandbox', 'start', '--ephemeral'], /Cannot write to .*\nhint: ARCHCTL_STATE_DIR/],
            ] as [string[], RegExp][])
          : []),
      ];
      const all = await Promise.all(saves.map(([args]) => inHome(args, key)));
      for (const [at, ran] of all.entries()) {
        expect(ran.stderr).toMatch(saves[at]?.[1] ?? /-/);
        expect(ran).toMatchObject({ code: 2, stdout: '' });
      }
    },
  );
});

/** A file with the active key, readable for every user. */
function keyFile(): string {
  const path = join(user.directory, 'key');
  writeFileSync(path, bare.ARCHCTL_API_KEY ?? '', { mode: 0o644 });
  return path;
}

it('needs no HOME', async () => {
  expect(await run(['landscape', 'list'])).toMatchObject({ code: 0, stdout: FERRY, stderr: '' });
});

it.skipIf(!strangersRun)(`needs no user that the system knows ${UNLESS_STRANGERS_RUN}`, async () => {
  const stranger = { uid: STRANGER, gid: STRANGER };
  expect(await run(['landscape', 'list'], {}, stranger)).toMatchObject({
    code: 0,
    stdout: FERRY,
    stderr: '',
  });
  expect(await run(['auth', 'login', '--key-file', keyFile()], {}, stranger)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Cannot save the profiles in'),
  });
  const theirs = directory('theirs');
  chmodSync(theirs, 0o777);
  const config = { ARCHCTL_CONFIG_DIR: join(theirs, 'config') };
  expect(await run(['auth', 'login', '--key-file', keyFile()], config, stranger)).toMatchObject({ code: 0 });
});

describe('output', () => {
  const list = (env: Record<string, string>) =>
    run(['landscape', 'list', '-o', 'table', '--fields', 'id,name'], env);

  it('is plain in a pipe unless colour is requested', async () => {
    const [plain, ...others] = await Promise.all(
      [
        {},
        { LANG: 'C', LC_ALL: 'C' },
        { TERM: 'dumb' },
        { CI: 'true' },
        { NO_COLOR: '1', CLICOLOR_FORCE: '1' },
        { COLUMNS: '40' },
      ].map(list),
    );
    expect(plain).toMatchObject({ code: 0, stdout: FERRY, stderr: '' });
    expect(plain?.stdout).not.toContain('\u001b');
    for (const other of others) expect(other).toEqual(plain);
    const coloured = await list({ CLICOLOR_FORCE: '1' });
    expect(coloured.stdout).toContain('\u001b[1m');
  });

  it('on a terminal has no colour with NO_COLOR, and no prompt with CI', async () => {
    const terminal = onTerminal(user, ['landscape', 'list'], { env: { NO_COLOR: '1' } });
    // None of these sets scopes, so one would have to be picked.
    const empty = { ARCHCTL_CONFIG_DIR: join(user.directory, 'empty'), CI: 'true' };
    const { ARCHCTL_BASE_URL = '', ARCHCTL_API_KEY = '' } = bare;
    const asked = onTerminal(user, ['diagram', 'list'], {
      env: { ...empty, ARCHCTL_BASE_URL, ARCHCTL_API_KEY },
    });
    expect(await terminal.end()).toBe(0);
    expect(terminal.raw).toContain('Ferry Platform');
    expect(terminal.raw).not.toContain('\u001b');
    expect(await asked.end()).toBe(2);
    expect(asked.screen.text).not.toContain('?\n');
    expect(asked.screen.text).toMatch(/error: .*landscape/i);
  });

  it('in LANG=C contains the names of the service unchanged', async () => {
    const { landscapeId } = sandbox;
    const path = `/v1/landscapes/${landscapeId}/versions/latest/tag-groups`;
    await sandbox.request('POST', path, { name: 'Fähre 数', icon: 'bug', index: 1 });
    const ran = await run(['api', 'GET', path], { LANG: 'C', LC_ALL: 'C' });
    expect(ran.stdout).toContain('Fähre 数');
  });
});
