import { systemMachine } from '../machine.js';
import type { Schedule } from '../types.js';
import { isWindows, processGroup } from './process-group.js';

export interface ProgramOptions {
  /** Program and arguments; run without a shell. */
  argv: readonly string[];
  /** The complete environment; nothing is inherited. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string | undefined;
  /** Content of stdin; absent for none. */
  input?: Uint8Array | undefined;
  /** Called with each piece of output on stdout and stderr. */
  onOutput: (text: string) => void;
  /** Cancels the program. */
  signal?: AbortSignal | undefined;
  schedule?: Schedule | undefined;
}

export interface ProgramEnd {
  /** Null if it did not start or was ended by a signal. */
  exitCode: number | null;
  signal: string | null;
  /** `ENOENT` or similar if it did not start. */
  code?: string | undefined;
  message?: string | undefined;
}

export interface Program {
  /** Resolves when the program itself has ended and its output was read. Its children may still run. */
  ended: Promise<ProgramEnd>;
  /** Ends the program and all its descendants. */
  end(): void;
  /** Resolves when no descendant is left. */
  gone: Promise<void>;
}

/** Time to read the last output of a program; other processes may keep its pipes open indefinitely. */
const FINAL_OUTPUT_MS = 200;

/** Starts a program. Never rejects: errors are part of the result. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { argv, env, cwd, input, onOutput, signal, schedule } = options;
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
    stream?.on('data', (chunk: Buffer) => onOutput(chunk.toString('utf8')));
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
    await readFinalOutput(result, schedule);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    return end;
  });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return { ended, end: stop, gone: group.gone };
}

/** Waits a short time until all pipes are closed. */
async function readFinalOutput(
  closed: Promise<unknown>,
  schedule: Schedule = systemMachine.schedule,
): Promise<void> {
  let cancel = (): void => {};
  const over = new Promise<void>((resolve) => {
    // One more turn: a busy event loop may not have read the pipes in this time.
    cancel = schedule(() => setImmediate(resolve), FINAL_OUTPUT_MS);
  });
  await Promise.race([closed, over]);
  cancel();
}
