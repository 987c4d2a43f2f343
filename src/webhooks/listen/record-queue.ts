import type { Schedule, WebhookRecord } from '../types.js';

/** Limits for records that wait to be read, and for the bytes of their events. */
const MAX_RECORDS = 1_024;
const MAX_BYTES = 16 * 1024 * 1024;
/** Longest time an acknowledgement waits for a slow reader before its record is dropped. */
const MAX_WAIT_MS = 250;

export interface RecordQueue {
  /** All waiting records at once; the next batch follows when the reader continues. */
  batches: AsyncIterable<readonly WebhookRecord[]>;
  /** Returns false, without queueing, if the queue is full. */
  push(record: WebhookRecord, bytes?: number): boolean;
  /** Queues a record even if the queue is full. */
  force(record: WebhookRecord): void;
  hasRoom(): boolean;
  /** Resolves when there is room, or after a timeout, so that a stuck reader does not block for long. */
  room(): Promise<void>;
  end(): void;
}

/**
 * Creates a bounded queue with one reader. `taken` is called after the reader took a batch, `left` if it stops early.
 */
export function recordQueue(schedule: Schedule, taken: () => void, left: () => void): RecordQueue {
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
    taken();
    return batch;
  };

  const force = (record: WebhookRecord, size = 0): void => {
    if (ended) return;
    records.push(record);
    bytes += size;
    wake();
  };

  const next = async (): Promise<Batch> => {
    if (records.length === 0 && !ended)
      await new Promise<void>((resolve) => {
        wakeReader = resolve;
      });
    return records.length === 0 ? { value: undefined, done: true } : { value: take(), done: false };
  };

  const leave = (): Promise<Batch> => {
    ended = true;
    records = [];
    left();
    return Promise.resolve({ value: undefined, done: true });
  };

  return {
    hasRoom,
    force,
    push(record, size = 0) {
      if (!hasRoom()) return false;
      force(record, size);
      return true;
    },
    room: () => (hasRoom() || ended ? Promise.resolve() : producers.wait()),
    end() {
      ended = true;
      wake();
      producers.wake();
    },
    batches: { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
  };
}

type Batch = IteratorResult<readonly WebhookRecord[]>;

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
