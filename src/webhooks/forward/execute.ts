import type { DroppedRecord, EventFacts, ExecutedRecord, Machine } from '../types.js';
import { dropReporter } from './dropped-records.js';
import { type Job, MAX_WAITING, MAX_WAITING_BYTES, NOT_STARTED, QUEUE_FULL } from './forward.js';
import { type Program, type ProgramEnd, startProgram } from './program.js';
import { hasSucceeded } from './succeeded.js';
import { workQueue } from './work-queue.js';

export interface ExecuteOptions {
  /** Program and arguments; run without a shell. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Number of programs that run at the same time. Default: 4. */
  concurrency?: number;
  /** Time after which a program is ended. Default: 60 s. */
  timeoutMs?: number;
}

export interface ExecutorOptions extends ExecuteOptions {
  machine: Pick<Machine, 'now' | 'schedule'>;
  emit: (record: ExecutedRecord | DroppedRecord) => void;
  /** Receives a record for each dropped event. Drops are emitted in groups. */
  drop?: (record: ExecutedRecord) => void;
  maxWaiting?: number;
  /** Starts a program; replaced in tests. */
  start?: typeof startProgram;
}

export interface Executor {
  /** Never blocks. */
  offer(job: Job): void;
  /** Lets programs finish for `graceMs`, then ends them and their children, which takes at most five more seconds. */
  drain(graceMs: number): Promise<void>;
}

const CONCURRENCY = 4;
const TIMEOUT_MS = 60_000;
const OUTPUT_CHARS = 8_192;

/** Returns environment variables for the metadata of an event; nothing from it becomes part of a command line. */
export function eventEnvironment(facts: EventFacts): Record<string, string> {
  const values: Record<string, string | number | boolean | null> = {
    ID: facts.id,
    RECEIVED_AT: facts.receivedAt,
    VERIFIED: facts.verified,
    SECRET_NAME: facts.secretName,
    DUPLICATE: facts.duplicate,
    COLLECTION: facts.collection,
    OPERATION: facts.operation,
    RESOURCE_ID: facts.resourceId,
    ORGANIZATION_ID: facts.organizationId,
    SUBSCRIPTION_ID: facts.subscriptionId,
    LANDSCAPE_ID: facts.landscapeId,
    TIMESTAMP: facts.timestamp,
    SIZE: facts.size,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      // Environment variables cannot contain NUL.
      value === null ? [] : [[`ARCHCTL_EVENT_${name}`, String(value).replaceAll('\0', '')]],
    ),
  );
}

/** Runs a program for each event, with the raw body on stdin and the metadata in its environment. */
export function executor(options: ExecutorOptions): Executor {
  const { machine, emit, drop } = options;
  const dropped = dropReporter('exec', machine, emit);
  const giveUp = ({ facts, onDone }: Job, error: string): void => {
    drop?.(recordOf(facts, options, { exitCode: null, ms: 0, output: '', error }));
    onDone?.(false);
  };
  /** Programs that have ended but may have left child processes. */
  const exited = new Set<Program>();
  const queue = workQueue<Job>({
    concurrency: options.concurrency ?? CONCURRENCY,
    maxItems: options.maxWaiting ?? MAX_WAITING,
    maxBytes: MAX_WAITING_BYTES,
    keyOf: ({ facts }) => facts.id,
    bytesOf: ({ body }) => body.byteLength,
    schedule: machine.schedule,
    work: (job, signal) => run(job, signal, options, exited),
  });
  return {
    offer(job) {
      if (queue.add(job)) return;
      giveUp(job, QUEUE_FULL);
      dropped.note();
    },
    async drain(graceMs) {
      const unstarted = await queue.drain(graceMs);
      for (const job of unstarted) giveUp(job, NOT_STARTED);
      dropped.close(unstarted.length);
      for (const program of exited) program.end();
      await Promise.all(Array.from(exited, ({ gone }) => gone));
    },
  };
}

async function run(
  { facts, body, onDone }: Job,
  signal: AbortSignal,
  options: ExecutorOptions,
  exited: Set<Program>,
): Promise<void> {
  const { argv, env, cwd, machine, emit, timeoutMs = TIMEOUT_MS, start = startProgram } = options;
  const started = machine.now();
  let output = '';
  const program = await start({
    argv,
    cwd,
    env: { ...env, ...eventEnvironment(facts) },
    input: body,
    onOutput: (text) => {
      output = `${output}${text}`.slice(-OUTPUT_CHARS);
    },
    signal,
    schedule: machine.schedule,
  });
  const { end, timedOut } = await endOf(program, machine, timeoutMs);
  exited.add(program);
  void program.gone.then(() => exited.delete(program));
  const isCut = signal.aborted && !timedOut && end.exitCode === null;
  const error = timedOut
    ? `Ended after ${timeoutMs / 1000} s.`
    : isCut
      ? 'Cancelled.'
      : faultOf(argv[0] ?? '', end);
  const record = recordOf(facts, options, {
    exitCode: timedOut ? null : end.exitCode,
    ms: Math.max(0, machine.now() - started),
    output,
    ...(error !== undefined && { error }),
    ...(isCut && { cut: true as const }),
  });
  emit(record);
  onDone?.(hasSucceeded(record));
}

const recordOf = (
  { id }: EventFacts,
  { argv, machine }: Pick<ExecutorOptions, 'argv' | 'machine'>,
  result: Pick<ExecutedRecord, 'exitCode' | 'ms' | 'output' | 'error' | 'cut'>,
): ExecutedRecord => ({
  type: 'executed',
  version: 1,
  at: new Date(machine.now()).toISOString(),
  id,
  command: argv.join(' '),
  ...result,
});

/** Waits for a program to end, with a timeout. */
async function endOf(
  program: Program,
  { schedule }: Pick<Machine, 'schedule'>,
  timeoutMs: number,
): Promise<{ end: ProgramEnd; timedOut: boolean }> {
  let timedOut = false;
  const cancel = schedule(() => {
    timedOut = true;
    program.end();
  }, timeoutMs);
  const end = await program.ended;
  cancel();
  return { end, timedOut };
}

function faultOf(file: string, { exitCode, signal, code, message }: ProgramEnd): string | undefined {
  if (exitCode !== null) return undefined;
  if (code === 'ENOENT') return `There is no program "${file}".`;
  return signal ? `Ended by ${signal}.` : (message ?? 'It did not start.');
}
