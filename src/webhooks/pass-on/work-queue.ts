import type { Machine } from '../types.js';

export interface WorkQueueOptions<T> {
  /** At a time; items of one key are worked on one after the other, in their order. */
  concurrency: number;
  maxItems: number;
  maxBytes: number;
  keyOf: (item: T) => string;
  bytesOf: (item: T) => number;
  work: (item: T, signal: AbortSignal) => Promise<void>;
  schedule: Machine['schedule'];
}

/** Bounded: what does not fit is refused at once, so that nobody waits for a slow target. */
export interface WorkQueue<T> {
  /** False where there was no room. */
  add(item: T): boolean;
  /** Works off what is there for so long at most, then calls the rest off. Answers the items that never began. */
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
      // Were another of its key waiting, one of that key would be at work.
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
      let left: T[] = [];
      if (busy.size === 0) return left;
      const cancel = schedule(() => {
        left = waiting;
        waiting = [];
        stop.abort();
      }, graceMs);
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      cancel();
      return left;
    },
  };
}
