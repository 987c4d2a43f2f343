import { systemMachine } from '../machine.js';
import type { Schedule } from '../types.js';
import { isWindows, processGroup } from './process-group.js';

export interface ProgramOptions {
  /** Program and arguments; no shell is involved. */
  argv: readonly string[];
  /** All it gets; nothing is inherited. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string | undefined;
  /** Its stdin; without, there is none. */
  input?: Uint8Array | undefined;
  /** What it prints on stdout and stderr, as it comes. */
  heard: (text: string) => void;
  /** Calls it off. */
  signal?: AbortSignal | undefined;
  schedule?: Schedule | undefined;
}

export interface ProgramEnd {
  /** Null where it did not start or was ended by a signal. */
  exitCode: number | null;
  signal: string | null;
  /** `ENOENT` and the like where it did not start. */
  code?: string | undefined;
  message?: string | undefined;
}

export interface Program {
  /** The program itself ended, and what it had printed was heard. Its children may still be there. */
  ended: Promise<ProgramEnd>;
  /** Ends it with all that it started. */
  end(): void;
  /** Nothing of it is left. */
  gone: Promise<void>;
}

/** What a program printed last is read within this; its pipes may be held open by others for as long as they like. */
const LAST_WORDS_MS = 200;

/** Starts a program. Never rejects: what went wrong is in how it ended. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { argv, env, cwd, input, heard, signal, schedule } = options;
  const [file = '', ...args] = argv;
  const { execa } = await import('execa');
  const child = execa(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    env: { ...env },
    extendEnv: false,
    detached: !isWindows,
    windowsHide: true,
    cleanup: false,
    buffer: false,
    reject: false,
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => heard(chunk.toString('utf8')));
  const result = child.then(({ exitCode, signal: by, code, originalMessage }) => ({
    exitCode: exitCode ?? null,
    signal: by ?? null,
    code,
    message: originalMessage,
  }));
  if (child.pid === undefined) return { ended: result, end: () => {}, gone: Promise.resolve() };

  const group = processGroup(child, schedule);
  const stop = (): void => group.end();
  const exited = new Promise<ProgramEnd>((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, signal: by }));
  });
  const stuck = group.gone.then((): ProgramEnd => ({ exitCode: null, signal: 'SIGKILL' }));
  const ended = Promise.race([exited, stuck]).then(async (end) => {
    signal?.removeEventListener('abort', stop);
    await lastWords(result, schedule);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    return end;
  });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return { ended, end: stop, gone: group.gone };
}

/** Waits until all pipes are closed, for a little while. */
async function lastWords(
  closed: Promise<unknown>,
  schedule: Schedule = systemMachine.schedule,
): Promise<void> {
  let cancel = (): void => {};
  const over = new Promise<void>((resolve) => {
    // One more turn: a busy process may not have looked at its pipes for as long.
    cancel = schedule(() => setImmediate(resolve), LAST_WORDS_MS);
  });
  await Promise.race([closed, over]);
  cancel();
}
