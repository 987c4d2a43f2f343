import type { Machine } from '../types.js';

export interface WorkQueueOptions<T> {
  /** Items processed at the same time; items with the same key are processed in sequence. */
  concurrency: number;
  maxItems: number;
  maxBytes: number;
  keyOf: (item: T) => string;
  bytesOf: (item: T) => number;
  work: (item: T, signal: AbortSignal) => Promise<void>;
  schedule: Machine['schedule'];
}

/** Bounded queue: items beyond its limits are rejected immediately, so that a slow target does not block. */
export interface WorkQueue<T> {
  /** Returns false if the queue is full. */
  add(item: T): boolean;
  /** Processes queued items for at most `graceMs`, then cancels the rest. Returns the items that were never started. */
  drain(graceMs: number): Promise<T[]>;
}

export function workQueue<T>(options: WorkQueueOptions<T>): WorkQueue<T> {
  const { concurrency, maxItems, maxBytes, keyOf, bytesOf, work, schedule } = options;
  const stop = new AbortController();
  const busy = new Set<string>();
  let waiting: T[] = [];
  let bytes = 0;
  let onIdle: (() => void) | undefined;

  const start = (item: T): void => {
    const key = keyOf(item);
    busy.add(key);
    const done = () => {
      busy.delete(key);
      next();
    };
    void work(item, stop.signal).then(done, done);
  };

  const next = (): void => {
    while (busy.size < concurrency) {
      const at = waiting.findIndex((item) => !busy.has(keyOf(item)));
      const [item] = at < 0 ? [] : waiting.splice(at, 1);
      if (item === undefined) break;
      bytes -= bytesOf(item);
      start(item);
    }
    if (busy.size === 0) onIdle?.();
  };

  return {
    add(item) {
      // Starts directly: if another item with this key were queued, the key would be busy.
      if (busy.size < concurrency && !busy.has(keyOf(item))) {
        start(item);
        return true;
      }
      const size = bytesOf(item);
      if (waiting.length >= maxItems || bytes + size > maxBytes) return false;
      waiting.push(item);
      bytes += size;
      return true;
    },
    async drain(graceMs) {
      let unstarted: T[] = [];
      if (busy.size === 0) return unstarted;
      const cancel = schedule(() => {
        unstarted = waiting;
        waiting = [];
        bytes = 0;
        stop.abort();
      }, graceMs);
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      cancel();
      return unstarted;
    },
  };
}
