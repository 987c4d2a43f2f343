/** Time as the client sees it; tests put their own in. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs something after `ms`, unless what this hands back is called before. Made of `sleep` where a clock has none. */
  after?(ms: number, run: () => void): () => void;
}

/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
        Math.min(ms, MAX_TIMER_MS),
      );
      signal?.addEventListener('abort', abort, { once: true });
    }),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Why a wait is given up. Without a reason of its own, each would make an error with a stack. */
const OVER = new Error('Done in time.');

/** Runs something after `ms` of a clock, unless what this hands back is called before. */
export function after(clock: Clock, ms: number, run: () => void): () => void {
  if (clock.after) return clock.after(ms, run);
  const waiting = new AbortController();
  clock.sleep(ms, waiting.signal).then(run, () => {});
  return () => waiting.abort(OVER);
}
