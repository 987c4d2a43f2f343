import { openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ArchctlError, type ErrorKind } from '../../../base/errors.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { LineContext } from '../../../terminal/types.js';
import { makeStateDirectory } from './state.js';

const READY_WITHIN_MS = 20_000;

/** Starts `sandbox start` in the background, waits for its ready line and hands it on. */
export async function startDetached<T>(
  context: Context,
  line: (event: T, context: LineContext) => string,
): Promise<Outcome> {
  const { world } = context;
  makeStateDirectory(context);
  const log = join(context.stateDirectory, 'sandbox.log');
  // Never into what somebody else put there.
  rmSync(log, { force: true });
  const errors = openSync(log, 'wx', 0o600);
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
    READY_WITHIN_MS,
  );
  if (ready === undefined) {
    child.kill();
    await child;
    throw failureIn(readFileSync(log, 'utf8').trim(), log);
  }
  child.unref();
  const event = JSON.parse(ready) as T;
  return {
    kind: 'stream',
    events: (async function* () {
      yield event;
    })(),
    columns: [{ key: 'type' }, { key: 'baseUrl' }, { key: 'profile' }],
    line,
  };
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
