import { PassThrough, Writable } from 'node:stream';
import type { Context } from '../../../cli/command/spec.js';
import type { World } from '../../../cli/command/world.js';
import { createContext } from '../../../cli/run/context.js';

/**
 * Runs one call with a context of its own: names are read anew, nothing is written to stdout, and no prompt is shown.
 * With `--debug`, requests go to stderr.
 */
export async function withCallContext<T>(
  server: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { parsed, registry } = server;
  const isDebugging = parsed.globals.debug === true;
  const world: World = Object.create(server.world, {
    stdin: { value: Object.assign(new PassThrough().end(), { isTTY: false }) },
    stdout: { value: nowhere() },
    stderr: { value: isDebugging ? server.world.stderr : nowhere() },
    // A write in progress is finished after the server was asked to stop.
    signal: { value: new AbortController().signal },
  });
  const globals = { ...parsed.globals, output: 'json' as const, yes: true, noInput: true, quiet: true };
  const own = { ...parsed, args: {}, options: {}, globals };
  const context = await createContext({ waits: false }, own, world, registry);
  // An agent works for a person.
  context.recordsUpdates = true;
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
