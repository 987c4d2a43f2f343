import type { IncomingMessage } from 'node:http';
import type { Counts, EventRecord, Machine, Schedule, WebhookRecord } from '../types.js';
import { type ResultRecord, resultCounter } from './result-counter.js';

/** A request with its complete body. */
export interface Exchange {
  request: IncomingMessage;
  body: Buffer;
}

/** Receives every record, also one that is dropped because its reader is slow; with the request, if it was complete. */
export type Observe = (record: WebhookRecord, exchange?: Exchange) => void;

/** Output of a receiver's records, with the counts for `closing`. */
export interface RecordStream {
  batches: AsyncIterable<readonly WebhookRecord[]>;
  counts: Counts;
  emit(record: Exclude<WebhookRecord, EventRecord>, exchange?: Exchange): void;
  /** Observes and counts an event that no target or program received, without printing it. */
  drop(record: ResultRecord): void;
  /** The exchange is absent for an event that was not received in a request. */
  event(record: EventRecord, exchange?: Exchange): void;
  hasRoom(): boolean;
  /** Waits briefly for a slow reader. */
  room(): Promise<void>;
  /** Emits the last record and ends the stream. */
  end(last: WebhookRecord): void;
  now(): string;
}

/** Creates a stream of records; `onLeave` is called if the reader stops before the end. */
export function recordStream(
  machine: Pick<Machine, 'now' | 'schedule'>,
  onLeave: () => void,
  observe?: Observe,
): RecordStream {
  const counts = noCounts();
  const countResult = resultCounter(counts);
  const now = () => new Date(machine.now()).toISOString();
  let pending = 0;
  let total = 0;

  const reportDropped = (): void => {
    if (pending === 0) return;
    const dropped = { type: 'dropped', version: 1, at: now(), target: 'output', count: pending } as const;
    pending = 0;
    queue.force({ ...dropped, total, reason: 'queue-full' });
  };
  const queue = recordQueue(machine.schedule, () => queue.hasRoom() && reportDropped(), onLeave);

  const push = (record: WebhookRecord, bytes?: number): void => {
    if (queue.push(record, bytes)) return;
    pending++;
    total++;
    counts.dropped++;
  };

  return {
    batches: queue.batches,
    counts,
    now,
    hasRoom: queue.hasRoom,
    room: queue.room,
    event(record, exchange) {
      countEvent(counts, record);
      observe?.(record, exchange);
      push(record, record.size);
    },
    drop(record) {
      countResult(record, true);
      observe?.(record);
    },
    emit(record, exchange) {
      if (record.type === 'forwarded' || record.type === 'executed') countResult(record);
      else if (record.type === 'rejected') counts.rejected++;
      else if (record.type === 'dropped') counts.dropped += record.count;
      observe?.(record, exchange);
      if (record.type === 'ready') queue.force(record);
      else push(record);
    },
    end(last) {
      reportDropped();
      queue.force(last);
      queue.end();
    },
  };
}

const noCounts = (): Counts => ({
  events: 0,
  unshown: 0,
  duplicates: 0,
  unverified: 0,
  rejected: 0,
  forwarded: 0,
  forwardFailed: 0,
  executed: 0,
  executeFailed: 0,
  executeCut: 0,
  undelivered: 0,
  dropped: 0,
  pruned: 0,
  connectionsRefused: 0,
});

function countEvent(counts: Counts, { duplicate, verified }: EventRecord): void {
  counts.events++;
  if (duplicate) counts.duplicates++;
  if (!verified) counts.unverified++;
}

/** Limits for records that wait to be read, and for the bytes of their events. */
const MAX_RECORDS = 1_024;
const MAX_BYTES = 16 * 1024 * 1024;
/** Longest time an acknowledgement waits for a slow reader before its record is dropped. */
const MAX_WAIT_MS = 250;

/**
 * Creates a bounded queue with one reader. `onTake` is called after the reader took a batch, `onLeave` if it stops
 * early.
 */
function recordQueue(schedule: Schedule, onTake: () => unknown, onLeave: () => void) {
  let records: WebhookRecord[] = [];
  let bytes = 0;
  let ended = false;
  let wakeReader: (() => void) | undefined;
  const producers = waiters(schedule);

  const hasRoom = () => records.length < MAX_RECORDS && bytes < MAX_BYTES;

  /** Wakes the reader after all readable sockets were read, so that their records form one batch. */
  const wake = (): void => {
    if (wakeReader) setImmediate(wakeReader);
    wakeReader = undefined;
  };

  const take = (): readonly WebhookRecord[] => {
    const batch = records;
    records = [];
    bytes = 0;
    producers.wake();
    onTake();
    return batch;
  };

  const force = (record: WebhookRecord, size = 0): void => {
    if (ended) return;
    records.push(record);
    bytes += size;
    wake();
  };

  const next = async (): Promise<IteratorResult<readonly WebhookRecord[]>> => {
    if (records.length === 0 && !ended)
      await new Promise<void>((resolve) => {
        wakeReader = resolve;
      });
    return records.length === 0 ? { value: undefined, done: true } : { value: take(), done: false };
  };

  const leave = (): Promise<IteratorResult<readonly WebhookRecord[]>> => {
    ended = true;
    records = [];
    onLeave();
    return Promise.resolve({ value: undefined, done: true });
  };

  return {
    hasRoom,
    /** Queues a record even if the queue is full. */
    force,
    /** Returns false, without queueing, if the queue is full. */
    push(record: WebhookRecord, size?: number): boolean {
      if (!hasRoom()) return false;
      force(record, size);
      return true;
    },
    /** Resolves when there is room, or after a timeout, so that a stuck reader does not block for long. */
    room: () => (hasRoom() || ended ? Promise.resolve() : producers.wait()),
    end() {
      ended = true;
      wake();
      producers.wake();
    },
    /** All waiting records at once; the next batch follows when the reader continues. */
    batches: { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
  };
}

/** Producers waiting for the reader. After one timed out, none waits until the reader continues. */
function waiters(schedule: Schedule): { wait(): Promise<void>; wake(): void } {
  let waiting: (() => void)[] = [];
  let stuck = false;
  return {
    wait() {
      if (stuck) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = schedule(() => {
          stuck = true;
          waiting = waiting.filter((it) => it !== go);
          resolve();
        }, MAX_WAIT_MS);
        const go = () => {
          cancel();
          resolve();
        };
        waiting.push(go);
      });
    },
    wake() {
      stuck = false;
      const woken = waiting;
      waiting = [];
      for (const resolve of woken) resolve();
    },
  };
}
