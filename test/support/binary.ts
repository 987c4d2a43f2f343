/** The built program in a process and a home directory of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Profile, ProfileFile } from '../../src/profiles/profile.js';

/** Program named by `bin` in package.json, or by ARCHCTL_TEST_PROGRAM. */
export const PROGRAM = resolve(process.env.ARCHCTL_TEST_PROGRAM ?? 'bin/archctl.js');

/** Time limit of a process. */
const DEADLINE_MS = 45_000;

export interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running process. Its output is collected; `until` waits for a part of it. */
export interface RunningProcess {
  readonly child: ChildProcess;
  readonly stdout: string;
  readonly stderr: string;
  /** Resolves when the process has ended and its output is closed. */
  readonly ended: Promise<ProcessResult>;
  /**
   * Resolves with the match once the output contains it. Throws, with all output, at the deadline or at the
   * end.
   */
  until(pattern: RegExp, from?: 'stdout' | 'stderr'): Promise<RegExpExecArray>;
}

/** The stable line of JSON that `sandbox start` prints. */
export interface SandboxReady {
  type: 'ready';
  version: 1;
  baseUrl: string;
  port: number;
  pid: number;
  profile: string;
  organizationId: string;
  landscapeId: string;
  plan: string;
  dataDir: string | null;
}

/** Requests to a sandbox on a port. */
export interface Control {
  /** `Authorization` header of its admin key. */
  readonly authorization: string;
  /** Sends a request with the admin key to a path of the sandbox. Throws unless the status is 2xx. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Sets faults. Faults that are not named stay as they are. */
  faults(faults: Record<string, number | boolean>): Promise<void>;
}

export interface Sandbox extends SandboxReady, Control {
  readonly process: RunningProcess;
}

type Env = Record<string, string | undefined>;
interface RunOptions {
  env?: Env;
  stdin?: string;
  cwd?: string;
}

/** Directories and environment of one user, and every process started for it. */
export interface Home {
  readonly directory: string;
  readonly config: string;
  readonly state: string;
  /** Inherits only PATH from the environment of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs archctl until it exits. */
  run(args: readonly string[], options?: RunOptions): Promise<ProcessResult>;
  start(args: readonly string[], options?: RunOptions): RunningProcess;
  /** Runs a shell command line in which `archctl` is the program. */
  shell(line: string, options?: RunOptions): Promise<ProcessResult>;
  /** Runs `sandbox start` in the foreground, and resolves when it is ready. */
  sandbox(...args: string[]): Promise<Sandbox>;
  profiles(): ProfileFile;
  profile(name: string): Profile;
  /** Kills running processes, including detached sandboxes, and removes the directories. */
  remove(): Promise<void>;
}

export function home(): Home {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-e2e-'));
  const [config, state, bin] = [join(directory, 'config'), join(directory, 'state'), join(directory, 'bin')];
  mkdirSync(bin);
  writeFileSync(join(bin, 'archctl'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, {
    mode: 0o755,
  });
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: directory,
    TERM: 'xterm-256color',
    ARCHCTL_CONFIG_DIR: config,
    ARCHCTL_STATE_DIR: state,
    // Created in shared-cache.ts before the first test.
    XDG_CACHE_HOME: process.env.ARCHCTL_TEST_CACHE ?? directory,
  };
  const started = new Set<RunningProcess>();

  const launch = (file: string, args: readonly string[], options: RunOptions = {}): RunningProcess => {
    const running = follow(
      spawn(file, args, {
        cwd: options.cwd ?? directory,
        env: { ...env, ...options.env },
        stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      }),
    );
    running.child.stdin?.end(options.stdin);
    started.add(running);
    running.ended.finally(() => started.delete(running));
    return running;
  };
  const start = (args: readonly string[], options?: RunOptions): RunningProcess =>
    launch(process.execPath, [PROGRAM, ...args], options);
  const profiles = (): ProfileFile =>
    JSON.parse(readFileSync(join(config, 'profiles.json'), 'utf8')) as ProfileFile;

  return {
    directory,
    config,
    state,
    env,
    start,
    run: (args, options) => withDeadline(start(args, options)),
    shell: (line, options) => withDeadline(launch('/bin/bash', ['-o', 'pipefail', '-c', line], options)),
    profiles,
    profile(name) {
      const profile = profiles().profiles[name];
      if (!profile) throw new Error(`No profile is named ${name}.`);
      return profile;
    },
    async sandbox(...args) {
      const running = start(['sandbox', 'start', '--strict', '-o', 'ndjson', ...args]);
      const [line] = await running.until(/^\{.*\}\n/);
      const ready = JSON.parse(line) as SandboxReady;
      const { keyId, secret } = JSON.parse(readFileSync(join(config, 'profiles.json'), 'utf8')).profiles[
        ready.profile
      ];
      return { ...ready, process: running, ...control(ready.baseUrl, `ApiKey ${keyId}:${secret}`) };
    },
    async remove() {
      const detached = existsSync(state) ? readdirSync(state) : [];
      for (const file of detached.filter((it) => /^sandbox.*\.json$/.test(it)))
        killRecorded(readFileSync(join(state, file), 'utf8'));
      const rest = [...started];
      for (const { child } of rest) child.kill('SIGKILL');
      await Promise.all(rest.map((running) => running.ended));
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function control(baseUrl: string, authorization: string): Control {
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    authorization,
    request,
    faults: async (faults) => {
      await request('PUT', '/sandbox/faults', faults);
    },
  };
}

/** Collects the output of a process, and waits for patterns in it. */
export function follow(child: ChildProcess): RunningProcess {
  const text = { stdout: '', stderr: '' };
  const changes = new EventEmitter().setMaxListeners(0);
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      changes.emit('change');
    });
  }
  const ended = once(child, 'close').then(([code, signal]): ProcessResult => ({ code, signal, ...text }));
  let over = false;
  ended.then(
    () => {
      over = true;
      changes.emit('change');
    },
    () => {},
  );
  return {
    child,
    ended,
    get stdout() {
      return text.stdout;
    },
    get stderr() {
      return text.stderr;
    },
    async until(pattern, from = 'stdout') {
      const limit = deadline(`${pattern} on ${from}`, () => `${text.stdout}\n--\n${text.stderr}`);
      try {
        for (;;) {
          const found = pattern.exec(text[from]);
          if (found) return found;
          if (over)
            throw new Error(`Ended before ${pattern} on ${from}:\n${text.stdout}\n--\n${text.stderr}`);
          await Promise.race([once(changes, 'change'), limit.reached]);
        }
      } finally {
        limit.clear();
      }
    },
  };
}

/** A promise that rejects after `ms` unless it is cleared. */
export function deadline(what: string, seen: () => string, ms = DEADLINE_MS) {
  let timer: NodeJS.Timeout | undefined;
  const reached = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${ms} ms for ${what}. Seen:\n${seen()}`)), ms);
  });
  reached.catch(() => {});
  return { reached, clear: () => clearTimeout(timer) };
}

async function withDeadline(running: RunningProcess): Promise<ProcessResult> {
  const limit = deadline('the end of the process', () => `${running.stdout}\n--\n${running.stderr}`);
  try {
    return await Promise.race([running.ended, limit.reached]);
  } finally {
    limit.clear();
    running.child.kill('SIGKILL');
  }
}

/**
 * Kills the process in the record. A test may have written anything: 0 and negative numbers are process
 * groups, -1 is all processes.
 */
function killRecorded(record: string): void {
  try {
    const { pid } = JSON.parse(record) as { pid: unknown };
    if (Number.isSafeInteger(pid) && Number(pid) > 1) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // The process has ended, or the record is invalid.
  }
}
