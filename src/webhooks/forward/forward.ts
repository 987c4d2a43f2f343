import { usageError } from '../../base/errors.js';
import { withScheme } from '../../base/network/typed-address.js';
import { pairsOf } from '../event-store/frame.js';
import {
  type DroppedRecord,
  type EventFacts,
  type ForwardedRecord,
  type Machine,
  TARGET_URL,
} from '../types.js';
import { dropReporter } from './dropped-records.js';
import type { Sender, SendResult } from './send.js';
import { hasSucceeded } from './succeeded.js';
import { workQueue } from './work-queue.js';

/** Event fields that a target can filter by. */
export const TARGET_FIELDS = [
  'collection',
  'operation',
  'resourceId',
  'organizationId',
  'subscriptionId',
  'landscapeId',
] as const;
export type TargetField = (typeof TARGET_FIELDS)[number];

export interface ForwardTarget {
  url: URL;
  /** Address in records: without query and fragment. */
  label: string;
  /** All fields must match; a field with several values matches any of them. */
  filter: Partial<Record<TargetField, readonly string[]>>;
}

const isField = (name: string): name is TargetField => (TARGET_FIELDS as readonly string[]).includes(name);

/**
 * Parses `URL` or `URL#collection=model-object,operation=created`; a field may be repeated for more values.
 * @throws ArchctlError `usage`.
 */
export function parseTarget(text: string): ForwardTarget {
  const at = text.indexOf('#');
  const address = withScheme(at < 0 ? text : text.slice(0, at));
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usageError(`"${address}" is not a valid http(s) URL.`, {
      hint: 'Use the form http://localhost:3000/webhooks.',
    });
  if (url.username !== '' || url.password !== '')
    throw usageError('A forward URL must not contain a user name or password.');
  const filter: Partial<Record<TargetField, string[]>> = {};
  for (const part of at < 0 ? [] : text.slice(at + 1).split(',')) {
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    const field = name.trim();
    if (!isField(field) || value === '')
      throw usageError(`"${part}" is not a valid filter of a forward URL.`, {
        hint: `Use FIELD=VALUE, separated by commas. Fields: ${TARGET_FIELDS.join(', ')}.`,
      });
    filter[field] = [...(filter[field] ?? []), value];
  }
  return { url, label: `${url.origin}${url.pathname}`, filter };
}

export const matchesFilter = ({ filter }: Pick<ForwardTarget, 'filter'>, facts: EventFacts): boolean =>
  Object.entries(filter).every(([field, values]) => values.includes(facts[field as TargetField] ?? ''));

/** An event and the request data needed to forward it. */
export interface Job {
  facts: EventFacts;
  method: string;
  rawHeaders: readonly string[];
  body: Uint8Array;
  /** Called once per matching target, and once by the program: whether it succeeded. */
  onDone?: ((ok: boolean) => void) | undefined;
}

export interface ForwarderOptions {
  targets: readonly ForwardTarget[];
  sender: Sender;
  machine: Pick<Machine, 'now' | 'schedule'>;
  emit: (record: ForwardedRecord | DroppedRecord) => void;
  /** Receives a record for each dropped event. Drops are emitted in groups. */
  drop?: (record: ForwardedRecord) => void;
  /** Queue limits per target. Default: 1,000 events and 16 MiB. */
  maxWaiting?: number;
  maxBytes?: number;
  timeoutMs?: number;
}

export interface Forwarder {
  /**
   * Never blocks. `onStatus` receives the status of the first matching target: 502, 503 or 504 if it gave none. Returns
   * the number of matching targets.
   */
  offer(job: Job, onStatus?: (status: number) => void): number;
  /** Sends queued events for at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
}

interface TargetJob extends Job {
  onStatus: ((status: number) => void) | undefined;
}

/** Concurrent requests to one target; events of one resource are sent in sequence. */
const CONCURRENCY = 8;
export const MAX_WAITING = 1_000;
export const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Errors of dropped events. */
export const QUEUE_FULL = 'Not tried: the queue was full.';
export const NOT_STARTED = 'Not tried: the listener stopped first.';

/** Forwards events to all targets, each with its own queue. */
export function forwarder(options: ForwarderOptions): Forwarder {
  const queues = options.targets.map((target) => targetQueue(target, options));
  return {
    offer(job, onStatus) {
      const matching = queues.filter(({ target }) => matchesFilter(target, job.facts));
      for (const [index, queue] of matching.entries()) queue.offer(job, index === 0 ? onStatus : undefined);
      return matching.length;
    },
    async drain(graceMs) {
      await Promise.all(queues.map((queue) => queue.drain(graceMs)));
    },
  };
}

interface TargetQueue {
  target: ForwardTarget;
  offer(job: Job, onStatus: ((status: number) => void) | undefined): void;
  drain(graceMs: number): Promise<void>;
}

function targetQueue(target: ForwardTarget, options: ForwarderOptions): TargetQueue {
  const { machine, emit, drop } = options;
  const dropped = dropReporter(target.label, machine, emit);
  const giveUp = ({ facts, onStatus, onDone }: TargetJob, error: string): void => {
    onStatus?.(503);
    drop?.(recordOf(target, facts, machine, { status: null, ms: 0, error }));
    onDone?.(false);
  };
  const queue = workQueue<TargetJob>({
    concurrency: CONCURRENCY,
    maxItems: options.maxWaiting ?? MAX_WAITING,
    maxBytes: options.maxBytes ?? MAX_WAITING_BYTES,
    keyOf: ({ facts }) => facts.resourceId,
    bytesOf: ({ body }) => body.byteLength,
    schedule: machine.schedule,
    work: (job, signal) => send(target, job, signal, options),
  });
  return {
    target,
    offer(job, onStatus) {
      const targetJob = { ...job, onStatus };
      if (queue.add(targetJob)) return;
      giveUp(targetJob, QUEUE_FULL);
      dropped.note();
    },
    async drain(graceMs) {
      const unstarted = await queue.drain(graceMs);
      for (const job of unstarted) giveUp(job, NOT_STARTED);
      dropped.close(unstarted.length);
    },
  };
}

async function send(
  target: ForwardTarget,
  { facts, method, rawHeaders, body, onStatus, onDone }: TargetJob,
  signal: AbortSignal,
  { sender, machine, emit, timeoutMs }: ForwarderOptions,
): Promise<void> {
  const delivery = { method, headers: pairsOf(rawHeaders), body };
  const result = await sender.send({ url: target.url, delivery, timeoutMs, signal });
  const { status, timedOut } = result;
  onStatus?.(status ?? (timedOut ? 504 : 502));
  const record = recordOf(target, facts, machine, result);
  emit(record);
  onDone?.(hasSucceeded(record));
}

const recordOf = (
  { url, label }: ForwardTarget,
  { id }: EventFacts,
  { now }: Pick<Machine, 'now'>,
  { status, ms, error }: Pick<SendResult, 'status' | 'ms' | 'error'>,
): ForwardedRecord => ({
  type: 'forwarded',
  version: 1,
  at: new Date(now()).toISOString(),
  id,
  target: label,
  status,
  ms,
  ...(error !== undefined && { error }),
  [TARGET_URL]: url.href,
});
