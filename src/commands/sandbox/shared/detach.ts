import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { ArchctlError, type ErrorKind } from '../../../base/errors.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { LineContext } from '../../../terminal/types.js';
import { makeStateDirectory } from './state.js';

const READY_WITHIN_MS = 20_000;

export interface Detaching<T> {
  line(event: T, context: LineContext): string;
  /** The file that takes what it says on stderr. */
  log: string;
  /** Milliseconds until it must be ready; 20,000 unless told. */
  readyWithinMs?: number;
}

/** Starts `sandbox start` in the background, waits for its ready line and hands it on. */
export async function startDetached<T>(
  context: Context,
  { line, log, readyWithinMs = READY_WITHIN_MS }: Detaching<T>,
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
    // Node takes a descriptor, and execa hands it on; its types do not say so.
    stderr: errors as never,
    // It outlives this command and needs none of them; where its files are, it still has to be told.
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

/** A new file; never what somebody else put there, nor what another start, of the same moment, writes into. */
function openLog(path: string): number {
  for (let left = 10; ; left -= 1) {
    rmSync(path, { force: true });
    try {
      return openSync(path, 'wx+', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || left === 0) throw error;
    }
  }
}

/** By its descriptor: another start may have taken the name since. */
function textOf(descriptor: number): string {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  readSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  return bytes.toString('utf8');
}

const withoutDetach = (argv: readonly string[]): string[] => argv.filter((word) => word !== '--detach');

/** What the one-line JSON error of a failed start says, as if it had failed here. */
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
    // Destroyed: it took too long.
  } finally {
    clearTimeout(timer);
  }
  return text.includes('\n') ? text.slice(0, text.indexOf('\n')) : undefined;
}
