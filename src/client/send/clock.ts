/** The client's clock; tests provide their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason if it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `run` after `ms`, unless the returned function is called first. Based on `sleep` if a clock does not
   * implement it.
   */
  after?(ms: number, run: () => void): () => void;
}

/** Longest delay that Node's timers support; longer ones fire immediately. */
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

/** Abort reason of a cancelled wait; shared, because each default reason would create an error with a stack. */
const CANCELED = new Error('Done in time.');

/** Calls `run` after `ms` on a clock, unless the returned function is called first. */
export function after(clock: Clock, ms: number, run: () => void): () => void {
  if (clock.after) return clock.after(ms, run);
  const waiting = new AbortController();
  clock.sleep(ms, waiting.signal).then(run, () => {});
  return () => waiting.abort(CANCELED);
}
