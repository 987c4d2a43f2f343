import { frameRoom, type NewFrame } from './frame.js';

/** Written and flushed at a time, at most. */
const BATCH_BYTES = 4_000_000;

export type Done = (error: Error | null) => void;

interface Waiting {
  frame: NewFrame;
  done: Done;
}

/** Writes frames and flushes them; calls back once, after all of it and never at once. Never throws. */
export type Flush = (frames: readonly NewFrame[], done: Done) => void;

/** Frames on their way to disk: those that arrive together, or while a flush is under way, share the next one. */
export interface FlushQueue {
  add(frame: NewFrame, done: Done): void;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function flushQueue(flush: Flush): FlushQueue {
  const waiting: Waiting[] = [];
  let idle: (() => void)[] = [];
  let isFlushing = false;
  let isPlanned = false;

  const soon = (): void => {
    if (isFlushing || isPlanned || (waiting.length === 0 && idle.length === 0)) return;
    isPlanned = true;
    setImmediate(next);
  };

  const next = (): void => {
    isPlanned = false;
    if (isFlushing) return;
    if (waiting.length === 0) {
      for (const resolve of idle) resolve();
      idle = [];
      return;
    }
    isFlushing = true;
    const batch = waiting.splice(0, batchLength(waiting));
    const frames = batch.map(({ frame }) => frame);
    flush(frames, (error) => {
      isFlushing = false;
      // What waits goes to disk while these are answered.
      next();
      for (const { done } of batch) done(error);
    });
  };

  return {
    add(frame, done) {
      waiting.push({ frame, done });
      soon();
    },
    idle: () =>
      new Promise<void>((resolve) => {
        idle.push(resolve);
        next();
      }),
  };
}

/** How many of the first go together: one at least. */
function batchLength(waiting: readonly Waiting[]): number {
  let bytes = 0;
  let count = 0;
  for (const { frame } of waiting) {
    const more = frameRoom(frame);
    if (count > 0 && bytes + more > BATCH_BYTES) break;
    bytes += more;
    count++;
  }
  return count;
}
