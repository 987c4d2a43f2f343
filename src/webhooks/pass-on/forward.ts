import { usageError } from '../../base/errors.js';
import { pairsOf } from '../kept/frame.js';
import type { DroppedRecord, EventFacts, ForwardedRecord, Machine } from '../types.js';
import { type Drops, drops } from './drops.js';
import type { Sender } from './send.js';
import { type WorkQueue, workQueue } from './work-queue.js';

/** Fields of an event that a target may ask for; each value is one of those it accepts. */
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
  /** What records call it: without query and fragment. */
  label: string;
  /** All fields must match; a field with several values takes any of them. */
  filter: Partial<Record<TargetField, readonly string[]>>;
}

const isField = (name: string): name is TargetField => (TARGET_FIELDS as readonly string[]).includes(name);

/**
 * `URL` or `URL#collection=model-object,operation=created`; a field may be repeated for further values.
 * Errors: `usage`.
 */
export function parseTarget(text: string): ForwardTarget {
  const at = text.indexOf('#');
  const address = at < 0 ? text : text.slice(0, at);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usageError(`"${address}" is not an http(s) address.`, {
      hint: 'It looks like http://localhost:3000/webhooks.',
    });
  if (url.username !== '' || url.password !== '')
    throw usageError('An address to forward to must not carry a user name or password.');
  const filter: Partial<Record<TargetField, string[]>> = {};
  for (const part of at < 0 ? [] : text.slice(at + 1).split(',')) {
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    const field = name.trim();
    if (!isField(field) || value === '')
      throw usageError(`"${part}" is not a filter of an address to forward to.`, {
        hint: `Write FIELD=VALUE, separated by commas. Fields: ${TARGET_FIELDS.join(', ')}.`,
      });
    filter[field] = [...(filter[field] ?? []), value];
  }
  return { url, label: `${url.origin}${url.pathname}`, filter };
}

/** Whether a target asks for an event. */
export const wants = ({ filter }: Pick<ForwardTarget, 'filter'>, facts: EventFacts): boolean =>
  Object.entries(filter).every(([field, values]) => values.includes(facts[field as TargetField] ?? ''));

/** An event with what is needed to send it on. */
export interface Job {
  facts: EventFacts;
  method: string;
  rawHeaders: readonly string[];
  body: Uint8Array;
}

export interface ForwarderOptions {
  targets: readonly ForwardTarget[];
  sender: Sender;
  machine: Pick<Machine, 'now' | 'schedule'>;
  emit: (record: ForwardedRecord | DroppedRecord) => void;
  /** For each target; 1,000 and 16 MiB unless told. */
  maxWaiting?: number;
  maxBytes?: number;
  timeoutMs?: number;
}

export interface Forwarder {
  /** Never waits. `answered` gets the first interested target's status: 502, 503 or 504 where it gave none. */
  offer(job: Job, answered?: (status: number) => void): boolean;
  /** Sends what waits for so long at most. */
  drain(graceMs: number): Promise<void>;
}

interface Parcel extends Job {
  answered: ((status: number) => void) | undefined;
}

/** Requests at a time to one target; events of one resource go one after the other. */
const CONCURRENCY = 8;
export const MAX_WAITING = 1_000;
export const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Lane {
  target: ForwardTarget;
  queue: WorkQueue<Parcel>;
  dropped: Drops;
}

/** Sends events on, each target at its own pace. */
export function forwarder(options: ForwarderOptions): Forwarder {
  const { sender, machine, emit } = options;
  const at = () => new Date(machine.now()).toISOString();
  let closing = false;

  const lane = (target: ForwardTarget): Lane => ({
    target,
    dropped: drops(machine.schedule, (count, total) =>
      emit({
        type: 'dropped',
        version: 1,
        at: at(),
        target: target.label,
        count,
        total,
        reason: closing ? 'closing' : 'queue-full',
      }),
    ),
    queue: workQueue<Parcel>({
      concurrency: CONCURRENCY,
      maxItems: options.maxWaiting ?? MAX_WAITING,
      maxBytes: options.maxBytes ?? MAX_WAITING_BYTES,
      keyOf: ({ facts }) => facts.resourceId,
      bytesOf: ({ body }) => body.byteLength,
      schedule: machine.schedule,
      work: (parcel, signal) => send(target, parcel, signal),
    }),
  });

  const send = async (target: ForwardTarget, parcel: Parcel, signal: AbortSignal): Promise<void> => {
    const { facts, method, rawHeaders, body, answered } = parcel;
    const { url, label } = target;
    const delivery = { method, headers: pairsOf(rawHeaders), body };
    const result = await sender.send({ url, delivery, timeoutMs: options.timeoutMs, signal });
    const { status, ms, error, timedOut } = result;
    answered?.(status ?? (timedOut ? 504 : 502));
    emit({
      type: 'forwarded',
      version: 1,
      at: at(),
      id: facts.id,
      target: label,
      status,
      ms,
      ...(error !== undefined && { error }),
    });
  };

  const lanes = options.targets.map(lane);
  return {
    offer(job, answered) {
      const interested = lanes.filter(({ target }) => wants(target, job.facts));
      for (const [place, { queue, dropped }] of interested.entries()) {
        const tell = place === 0 ? answered : undefined;
        if (queue.add({ ...job, answered: tell })) continue;
        tell?.(503);
        dropped.note();
      }
      return interested.length > 0;
    },
    async drain(graceMs) {
      await Promise.all(
        lanes.map(async ({ queue, dropped }) => {
          const left = await queue.drain(graceMs);
          dropped.flush();
          closing = true;
          for (const { answered } of left) answered?.(503);
          if (left.length > 0) dropped.note(left.length);
          dropped.flush();
        }),
      );
    },
  };
}
