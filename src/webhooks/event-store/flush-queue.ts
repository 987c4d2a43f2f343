import { frameRoom, type NewFrame } from './frame.js';

/** Maximum number of bytes written and flushed together. */
const BATCH_BYTES = 4_000_000;

export type Done = (error: Error | null) => void;

interface Waiting {
  frame: NewFrame;
  done: Done;
}

/** Writes and flushes frames; calls back exactly once, asynchronously, after the last one. Never throws. */
export type Flush = (frames: readonly NewFrame[], done: Done) => void;

/** Group commit of frames: frames that arrive together, or while a flush is in progress, share the next flush. */
export interface FlushQueue {
  add(frame: NewFrame, done: Done): void;
  /** Resolves once no flush is in progress. */
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
      // Starts the next flush while the callbacks of this one run.
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

/** Number of frames in the next batch; at least one. */
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
