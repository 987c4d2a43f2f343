/** An in-memory process whose network is a function of the test, with its own directories. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { World } from '../../src/cli/command/world.js';
import { run } from '../../src/cli/run/run.js';
import { bodyOfBytes, type Send, type WireRequest } from '../../src/client/send/wire.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { type Answer, scriptedPrompter, TEST_NOW } from '../support/terminal.js';
import { processInMemory } from '../support/world.js';

export const SECRET = 'very-secret-value-1234567890';

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

export interface TestWorldOptions {
  /** Signed in by the environment (default: true). */
  signedIn?: boolean;
  env?: Record<string, string>;
  stdin?: string;
  tty?: boolean;
  answers?: readonly Answer[];
  /** Answers a request. Without it, a request fails the test. */
  reply?: (request: WireRequest) => Reply | Promise<Reply>;
  now?: () => Date;
  signal?: AbortSignal;
}

export interface TestWorld {
  world: World;
  /** Directory of this test: the working directory, with `config` and `state`. */
  directory: string;
  requests: WireRequest[];
  stdout(): string;
  stderr(): string;
  /** Runs a command line and returns its exit code. */
  run(...argv: string[]): Promise<number>;
  /** stdout as JSON. */
  json(): Record<string, unknown>;
  /** The error on stderr in a machine format. */
  error(): { kind: string; message: string; status?: number; hint?: string; details?: string[] };
}

/** A directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function testWorld(options: TestWorldOptions = {}): TestWorld {
  const { signedIn = true, env = {}, stdin = '', tty = false, answers, reply } = options;
  const directory = temporaryDirectory();
  const script = answers ? scriptedPrompter(answers) : undefined;
  if (script) onTestFinished(() => script.verify());
  const transport: Send = async (request) => {
    if (!reply) throw new Error(`Unexpected request: ${request.method} ${request.url.href}`);
    const { status = 200, headers = {}, json, text } = await reply(request);
    const content = json === undefined ? (text ?? '') : JSON.stringify(json);
    return {
      status,
      headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: bodyOfBytes(new TextEncoder().encode(content)),
      url: request.url,
    };
  };
  const { world, stdout, stderr, requests } = processInMemory(
    {
      env: {
        HOME: directory,
        ARCHCTL_CONFIG_DIR: join(directory, 'config'),
        ARCHCTL_STATE_DIR: join(directory, 'state'),
        ...(signedIn
          ? { ARCHCTL_API_KEY: `keyid:${SECRET}`, ARCHCTL_BASE_URL: 'https://api.example.com/v1' }
          : {}),
        ...env,
      },
      cwd: directory,
      now: options.now ?? (() => TEST_NOW),
      signal: options.signal ?? new AbortController().signal,
      sleep: async (_ms, signal) => {
        signal?.throwIfAborted();
        // Time limits never fire; waits for them end by their signal.
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      },
      transport,
      // Ids are short here.
      isId: () => true,
      ...(script ? { prompter: script.prompter } : {}),
      fontDirectory: join(directory, 'fonts'),
      program: ['archctl'],
    },
    { tty, width: 80, stdin },
  );
  return {
    world,
    directory,
    requests,
    stdout,
    stderr,
    run: (...argv) => run(argv, { ...world, argv }, REGISTRY),
    json: () => JSON.parse(stdout()) as Record<string, unknown>,
    error() {
      const [line = '', ...more] = stderr().trimEnd().split('\n');
      if (more.length > 0) throw new Error(`More than one line on stderr:\n${stderr()}`);
      return (JSON.parse(line) as { error: ReturnType<TestWorld['error']> }).error;
    },
  };
}
