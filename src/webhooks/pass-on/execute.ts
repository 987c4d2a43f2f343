import { usageError } from '../../base/errors.js';
import type { DroppedRecord, EventFacts, ExecutedRecord, Machine } from '../types.js';
import { drops } from './drops.js';
import { type Job, MAX_WAITING, MAX_WAITING_BYTES } from './forward.js';
import { workQueue } from './work-queue.js';

export interface ExecuteOptions {
  /** Program and arguments; no shell is involved. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Programs at a time; 4 unless told. */
  concurrency?: number;
  /** Ends a program after so long; 60 s unless told. */
  timeoutMs?: number;
}

export interface ExecutorOptions extends ExecuteOptions {
  machine: Pick<Machine, 'now' | 'schedule'>;
  emit: (record: ExecutedRecord | DroppedRecord) => void;
  maxWaiting?: number;
}

export interface Executor {
  /** Never waits. */
  offer(job: Job): void;
  drain(graceMs: number): Promise<void>;
}

const CONCURRENCY = 4;
const TIMEOUT_MS = 60_000;
const OUTPUT_CHARS = 8_192;

/** Facts of an event as the environment of a program; none of it is part of a command line. */
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
      // The environment cannot hold NUL.
      value === null ? [] : [[`ARCHCTL_EVENT_${name}`, String(value).replaceAll('\0', '')]],
    ),
  );
}

/** Runs a program for each event, the raw body on its stdin, facts in its environment. */
export function executor(options: ExecutorOptions): Executor {
  const { argv, env, cwd, machine, emit, timeoutMs = TIMEOUT_MS } = options;
  const [file = '', ...args] = argv;
  const command = argv.join(' ');
  const at = () => new Date(machine.now()).toISOString();
  let closing = false;
  const dropped = drops(machine.schedule, (count, total) =>
    emit({
      type: 'dropped',
      version: 1,
      at: at(),
      target: 'exec',
      count,
      total,
      reason: closing ? 'closing' : 'queue-full',
    }),
  );

  const run = async ({ facts, body }: Job, signal: AbortSignal): Promise<void> => {
    const started = machine.now();
    const { execa } = await import('execa');
    let output = '';
    const child = execa(file, args, {
      cwd,
      env: { ...env, ...eventEnvironment(facts) },
      extendEnv: false,
      input: body,
      all: true,
      buffer: false,
      reject: false,
      timeout: timeoutMs,
      cancelSignal: signal,
    });
    child.all.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString('utf8')}`.slice(-OUTPUT_CHARS);
    });
    const result = await child;
    const error = faultOf(file, result, timeoutMs);
    emit({
      type: 'executed',
      version: 1,
      at: at(),
      id: facts.id,
      command,
      exitCode: result.exitCode ?? null,
      ms: Math.max(0, machine.now() - started),
      output,
      ...(error !== undefined && { error }),
    });
  };

  const queue = workQueue<Job>({
    concurrency: options.concurrency ?? CONCURRENCY,
    maxItems: options.maxWaiting ?? MAX_WAITING,
    maxBytes: MAX_WAITING_BYTES,
    keyOf: ({ facts }) => facts.id,
    bytesOf: ({ body }) => body.byteLength,
    schedule: machine.schedule,
    work: run,
  });

  return {
    offer(job) {
      if (!queue.add(job)) dropped.note();
    },
    async drain(graceMs) {
      const left = await queue.drain(graceMs);
      dropped.flush();
      closing = true;
      if (left.length > 0) dropped.note(left.length);
      dropped.flush();
    },
  };
}

interface Ended {
  failed: boolean;
  timedOut?: boolean;
  isCanceled?: boolean;
  signal?: string | undefined;
  exitCode?: number | undefined;
  code?: string | undefined;
  originalMessage?: string | undefined;
}

function faultOf(file: string, ended: Ended, timeoutMs: number): string | undefined {
  if (!ended.failed || ended.exitCode !== undefined) return undefined;
  if (ended.timedOut) return `Ended after ${timeoutMs / 1000} s.`;
  if (ended.isCanceled) return 'Called off.';
  if (ended.code === 'ENOENT') return `There is no program "${file}".`;
  return ended.signal ? `Ended by ${ended.signal}.` : (ended.originalMessage ?? 'It did not start.');
}

/** Splits a command into words as a shell would, quotes and backslashes included, and nothing else. Errors: `usage`. */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quoted === "'") {
      if (character === "'") quoted = '';
      else word += character;
    } else if (character === '\\' && (quoted === '' || /["\\$`]/.test(text[at + 1] ?? ''))) {
      if (++at === text.length) throw usageError('The command ends with a backslash.');
      word = `${word ?? ''}${text[at]}`;
    } else if (quoted === '"') {
      if (character === '"') quoted = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quoted = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${character}`;
  }
  if (quoted !== '') throw usageError(`The command has an open ${quoted}.`);
  if (word !== undefined) words.push(word);
  if (words.length === 0 || words[0] === '') throw usageError('The command is empty.');
  return words;
}
