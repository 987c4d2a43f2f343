import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ArchctlError, type ErrorKind } from '../../../base/errors.js';
import { deleteFile } from '../../../base/files/delete-file.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { LineContext } from '../../../terminal/types.js';
import { makeStateDirectory } from './state.js';

const READY_WITHIN_MS = 20_000;

export interface DetachOptions<T> {
  line(event: T, context: LineContext): string;
  /** File for the stderr of the child process. */
  log: string;
  /** Startup timeout in milliseconds (default: 20,000). */
  readyWithinMs?: number;
}

/** Starts `sandbox start` in the background, and returns its ready line. */
export async function startDetached<T>(
  context: Context,
  { line, log, readyWithinMs = READY_WITHIN_MS }: DetachOptions<T>,
): Promise<{ event: T; outcome: Outcome }> {
  const { world } = context;
  makeStateDirectory(context);
  const errors = openLog(log);
  const [file = '', ...before] = world.program;
  const { execa } = await import('execa');
  const child = execa(file, [...before, ...withoutDetach(world.argv), '--no-input', '-q', '-o', 'ndjson'], {
    detached: true,
    cleanup: false,
    stdin: 'ignore',
    stdout: 'pipe',
    // Node accepts a descriptor, and execa passes it on, but its types do not allow it.
    stderr: errors as never,
    // The child outlives this command and does not need its secrets, but needs its paths.
    env: withoutSecrets(world.env),
    extendEnv: false,
    buffer: false,
    reject: false,
  });
  const ready = await firstLine(
    child.stdout as AsyncIterable<Uint8Array | string> & { destroy(): void },
    readyWithinMs,
  );
  if (ready === undefined) {
    child.kill();
    await child;
    throw failureIn(textOf(errors).trim(), log);
  }
  closeSync(errors);
  child.unref();
  const event = JSON.parse(ready) as T;
  const outcome: Outcome = {
    kind: 'stream',
    events: (async function* () {
      yield event;
    })(),
    columns: [{ key: 'type' }, { key: 'baseUrl' }, { key: 'profile' }],
    line,
  };
  return { event, outcome };
}

/** Creates a new file exclusively, so that existing files and concurrent starts are not affected. */
function openLog(path: string): number {
  for (let left = 10; ; left -= 1) {
    deleteFile(path, { isLinkDeleted: true });
    try {
      return openSync(path, 'wx+', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || left === 0) throw error;
    }
  }
}

/** Reads by descriptor: a concurrent start may have replaced the name. */
function textOf(descriptor: number): string {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  readSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  return bytes.toString('utf8');
}

const withoutDetach = (argv: readonly string[]): string[] => argv.filter((word) => word !== '--detach');

/** Converts the one-line JSON error of a failed start to an error of this process. */
function failureIn(text: string, log: string): ArchctlError {
  try {
    const { error } = JSON.parse(text.split('\n').at(-1) ?? '') as {
      error: { kind: ErrorKind; message: string; hint?: string };
    };
    return new ArchctlError(error.kind, error.message, { hint: error.hint });
  } catch {
    return new ArchctlError('unavailable', 'The sandbox did not start.', { hint: text || `See ${log}.` });
  }
}

async function firstLine(
  stream: AsyncIterable<Uint8Array | string> & { destroy(): void },
  withinMs: number,
): Promise<string | undefined> {
  const timer = setTimeout(() => stream.destroy(), withinMs);
  let text = '';
  try {
    for await (const chunk of stream) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.includes('\n')) break;
    }
  } catch {
    // The stream was destroyed by the timeout.
  } finally {
    clearTimeout(timer);
  }
  return text.includes('\n') ? text.slice(0, text.indexOf('\n')) : undefined;
}
