/**
 * A user's machine in memory: run() with captured streams, persistent folders, and a sandbox behind the
 * network.
 */

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Registry } from '../../src/cli/command/spec.js';
import type { World } from '../../src/cli/command/world.js';
import { run } from '../../src/cli/run/run.js';
import type { Send, WireRequest } from '../../src/client/send/wire.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import type { Profile, ProfileFile } from '../../src/profiles/profile.js';
import { ADMIN, BASE_URL, FONTS, type Service } from './sandbox.js';
import { type Answer, capture, scriptedPrompter } from './terminal.js';

export interface RunOptions {
  /** All three streams are terminals. */
  tty?: boolean;
  /** Columns of the terminal. */
  width?: number;
  stdin?: string;
  /** Scripted answers to prompts. Every answer must be used. */
  answers?: readonly Answer[];
  env?: Record<string, string | undefined>;
  signal?: AbortSignal;
  /** Replaces the machine's own. */
  transport?: Send;
  /** The browser. Without it, none can be opened. */
  browse?: World['browse'];
  /** Replaces all commands. */
  registry?: Registry;
  /** Receives the content of stdout after each write. */
  onStdout?: (text: string) => void;
}

/** Result of a command line. */
export interface RunResult {
  code: number;
  stdout: string;
  stderr: string;
  /** Sent requests. */
  requests: WireRequest[];
  /** stdout as one JSON document. */
  json(): unknown;
  /** stdout as one JSON document per line. */
  lines(): unknown[];
  /** Last line of stderr as a JSON error. */
  error(): {
    kind: string;
    message: string;
    status?: number;
    hint?: string;
    requestId?: string;
    details?: string[];
  };
}

export interface Machine {
  /** Working directory, and the folders of profiles and state. */
  cwd: string;
  config: string;
  state: string;
  /** Output of every run, with its command line. */
  transcript: { argv: readonly string[]; text: string }[];
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** The process that `run` would use. */
  process(argv: readonly string[], options?: Omit<RunOptions, 'answers'>): Process;
  /** Path of a file below the working directory. */
  read(path: string): string;
  write(path: string, content: string): string;
  profiles(): ProfileFile;
  /** Saves a profile and makes it active. */
  signIn(profile?: Partial<Profile>, name?: string): void;
  /** Saves several profiles at once and makes the last one active. */
  signInAs(profiles: Readonly<Record<string, Partial<Profile>>>): void;
  /** Removes profiles. */
  signOut(...names: string[]): void;
  remove(): Promise<void>;
}

/** Creates a machine whose network leads to one sandbox. */
export function machine(
  service: Pick<Service, 'clock' | 'transport'>,
  env: Record<string, string> = {},
): Machine {
  const home = mkdtempSync(join(tmpdir(), 'archctl-test-'));
  const [cwd, config, state] = [join(home, 'work'), join(home, 'config'), join(home, 'state')];
  mkdirSync(cwd);
  const profilePath = join(config, 'profiles.json');
  const transcript: Machine['transcript'] = [];
  const profiles = (): ProfileFile => {
    try {
      return JSON.parse(readFileSync(profilePath, 'utf8')) as ProfileFile;
    } catch {
      return { profiles: {} };
    }
  };

  const it: Machine = {
    cwd,
    config,
    state,
    transcript,
    profiles,
    read: (path) => readFileSync(resolve(cwd, path), 'utf8'),
    write(path, content) {
      writeFileSync(resolve(cwd, path), content);
      return path;
    },
    signIn: (profile = {}, name = 'default') => it.signInAs({ [name]: profile }),
    signInAs(given) {
      const admin = { baseUrl: BASE_URL, keyId: ADMIN.id, secret: ADMIN.secret };
      const added = Object.entries(given).map(([name, profile]) => [name, { ...admin, ...profile }] as const);
      const current = added.at(-1)?.[0] ?? 'default';
      mkdirSync(config, { recursive: true, mode: 0o700 });
      const file = { current, profiles: { ...profiles().profiles, ...Object.fromEntries(added) } };
      writeFileSync(profilePath, JSON.stringify(file), { mode: 0o600 });
    },
    signOut(...names) {
      const left = Object.entries(profiles().profiles).filter(([name]) => !names.includes(name));
      writeFileSync(profilePath, JSON.stringify({ profiles: Object.fromEntries(left) }), { mode: 0o600 });
    },
    // In other threads, because removals wait for the disk.
    remove: () => rm(home, { recursive: true, force: true }),
    process(argv, options = {}) {
      const { tty = false, width = 120, stdin = '', onStdout } = options;
      return processInMemory(
        {
          env: { HOME: home, ARCHCTL_CONFIG_DIR: config, ARCHCTL_STATE_DIR: state, ...env, ...options.env },
          cwd,
          now: service.clock.now,
          sleep: service.clock.sleep,
          signal: options.signal ?? new AbortController().signal,
          transport: options.transport ?? service.transport,
          ...(options.browse && { browse: options.browse }),
          argv,
        },
        // No input yet.
        { tty, width, stdin: tty ? undefined : stdin, onStdout },
      );
    },
    async run(argv, options = {}) {
      const script = options.answers && scriptedPrompter(options.answers);
      const made = it.process(argv, options);
      if (script) made.world.prompter = script.prompter;
      const code = await run(argv, made.world, options.registry ?? REGISTRY);
      script?.verify();
      const ran = outcome(code, made.stdout(), made.stderr(), made.requests);
      transcript.push({ argv, text: `${ran.stdout}\n${ran.stderr}` });
      return ran;
    },
  };
  return it;
}

/** An in-memory process: its environment, and its output and requests so far. */
export interface Process {
  world: World;
  stdout(): string;
  stderr(): string;
  requests: WireRequest[];
}

type Given = Pick<World, 'env' | 'cwd' | 'now' | 'signal'> & Partial<World> & { transport: Send };

interface Streams {
  tty: boolean;
  width: number;
  stdin: string | undefined;
  onStdout?: RunOptions['onStdout'] | undefined;
}

/** Creates an in-memory process with captured streams. Without `stdin`, stdin stays silent. */
export function processInMemory(given: Given, { tty, width, stdin, onStdout }: Streams): Process {
  const stdout = capture(tty, width);
  const stderr = capture(tty, width);
  const requests: WireRequest[] = [];
  const input =
    stdin === undefined ? new PassThrough() : Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]);
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    requests,
    world: {
      random: () => 0.5,
      // The spinner never starts, however slow the machine is.
      every: () => () => {},
      fontDirectory: FONTS,
      pageDirectory: resolve('dist/page'),
      argv: [],
      program: [process.execPath, resolve('bin/archctl.js')],
      ...given,
      stdin: Object.assign(input, { isTTY: tty }),
      stdout: onStdout ? watched(stdout, onStdout) : stdout.stream,
      stderr: stderr.stream,
      transport: (request) => {
        requests.push(request);
        return given.transport(request);
      },
    },
  };
}

/** A stream that reports its content after each write. */
function watched({ stream, text }: ReturnType<typeof capture>, report: (text: string) => void) {
  const write = stream.write.bind(stream);
  return Object.assign(stream, {
    write: (...given: Parameters<typeof stream.write>) => {
      const more = write(...given);
      report(text());
      return more;
    },
  });
}

function outcome(code: number, stdout: string, stderr: string, requests: WireRequest[]): RunResult {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      const output = `exit ${code}\nstdout: ${stdout.slice(0, 500)}\nstderr: ${stderr.slice(0, 1000)}`;
      throw new Error(`Not JSON: ${text.slice(0, 200)}\n${output}`, { cause });
    }
  };
  return {
    code,
    stdout,
    stderr,
    requests,
    json: () => parse(stdout),
    lines: () => stdout.split('\n').slice(0, -1).map(parse),
    error: () => (parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { error: never }).error,
  };
}
