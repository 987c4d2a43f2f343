import type { Schedule, WebhookRecord } from './types.js';

/** Records and bytes of events that may wait for whoever reads them. */
const MAX_RECORDS = 1_024;
const MAX_BYTES = 16 * 1024 * 1024;
/** How long an acknowledgement waits for a slow reader before its record is dropped. */
const PATIENCE_MS = 250;

export interface RecordQueue extends AsyncIterable<WebhookRecord> {
  /** False, and not queued, where there is no room. */
  push(record: WebhookRecord, bytes?: number): boolean;
  /** Queued in any case. */
  force(record: WebhookRecord): void;
  hasRoom(): boolean;
  /** Resolves with the next room, or after a while without: a reader that is stuck holds nobody up for long. */
  room(): Promise<void>;
  end(): void;
}

interface Entry {
  record: WebhookRecord;
  bytes: number;
}

/** A bounded queue with one reader. `taken` is called after the reader took a record, `left` when it stops early. */
export function recordQueue(schedule: Schedule, taken: () => void, left: () => void): RecordQueue {
  let entries: Entry[] = [];
  let head = 0;
  let bytes = 0;
  let ended = false;
  let stuck = false;
  let reader: ((result: IteratorResult<WebhookRecord>) => void) | undefined;
  let waiting: (() => void)[] = [];

  const hasRoom = () => entries.length - head < MAX_RECORDS && bytes < MAX_BYTES;

  const take = (): WebhookRecord | undefined => {
    const entry = entries[head];
    if (!entry) return undefined;
    head++;
    bytes -= entry.bytes;
    if (head === entries.length || head >= MAX_RECORDS) {
      entries = entries.slice(head);
      head = 0;
    }
    stuck = false;
    if (waiting.length > 0 && hasRoom()) {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    }
    taken();
    return entry.record;
  };

  const force = (record: WebhookRecord, size = 0): void => {
    if (ended) return;
    if (reader) {
      const give = reader;
      reader = undefined;
      give({ value: record, done: false });
    } else {
      entries.push({ record, bytes: size });
      bytes += size;
    }
  };

  return {
    hasRoom,
    force,
    push(record, size = 0) {
      if (!hasRoom()) return false;
      force(record, size);
      return true;
    },
    room() {
      if (stuck || hasRoom() || ended) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = schedule(() => {
          stuck = true;
          waiting = waiting.filter((it) => it !== wake);
          resolve();
        }, PATIENCE_MS);
        const wake = () => {
          cancel();
          resolve();
        };
        waiting.push(wake);
      });
    },
    end() {
      ended = true;
      reader?.({ value: undefined, done: true });
      reader = undefined;
      for (const wake of waiting) wake();
      waiting = [];
    },
    [Symbol.asyncIterator]: () => ({
      next() {
        const record = take();
        if (record) return Promise.resolve({ value: record, done: false });
        if (ended) return Promise.resolve({ value: undefined, done: true });
        return new Promise((resolve) => {
          reader = resolve;
        });
      },
      return() {
        ended = true;
        entries = [];
        left();
        return Promise.resolve({ value: undefined, done: true });
      },
    }),
  };
}
