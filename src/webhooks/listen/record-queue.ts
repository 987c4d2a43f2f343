import type { Schedule, WebhookRecord } from '../types.js';

/** Records and bytes of events that may wait for whoever reads them. */
const MAX_RECORDS = 1_024;
const MAX_BYTES = 16 * 1024 * 1024;
/** How long an acknowledgement waits for a slow reader before its record is dropped. */
const PATIENCE_MS = 250;

export interface RecordQueue {
  /** What waits, all at once; the next are handed out when the reader comes back. */
  batches: AsyncIterable<readonly WebhookRecord[]>;
  /** False, and not queued, where there is no room. */
  push(record: WebhookRecord, bytes?: number): boolean;
  /** Queued in any case. */
  force(record: WebhookRecord): void;
  hasRoom(): boolean;
  /** Resolves with the next room, or after a while without: a reader that is stuck holds nobody up for long. */
  room(): Promise<void>;
  end(): void;
}

/** A bounded queue with one reader. `taken` is called after the reader took what there was, `left` when it stops early. */
export function recordQueue(schedule: Schedule, taken: () => void, left: () => void): RecordQueue {
  let records: WebhookRecord[] = [];
  let bytes = 0;
  let ended = false;
  let wakeReader: (() => void) | undefined;
  const patient = waiters(schedule);

  const hasRoom = () => records.length < MAX_RECORDS && bytes < MAX_BYTES;

  /** Once all sockets that have something were read: what came on them together is taken, and written, together. */
  const wake = (): void => {
    if (wakeReader) setImmediate(wakeReader);
    wakeReader = undefined;
  };

  const take = (): readonly WebhookRecord[] => {
    const batch = records;
    records = [];
    bytes = 0;
    patient.wake();
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
    room: () => (hasRoom() || ended ? Promise.resolve() : patient.wait()),
    end() {
      ended = true;
      wake();
      patient.wake();
    },
    batches: { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
  };
}

type Batch = IteratorResult<readonly WebhookRecord[]>;

/** Those who wait for the reader. Once one waited in vain, nobody waits until the reader comes back. */
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
        }, PATIENCE_MS);
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
