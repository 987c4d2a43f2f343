import { ArchctlError, interrupted } from '../../base/errors.js';

export interface StreamLimits<T> {
  /** Ends after so many events. */
  count: number | undefined;
  /** Ends after so long; with fewer than `count` events that is a failure. */
  timeoutMs: number | undefined;
  /** Ctrl-C. */
  signal: AbortSignal;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  start: (signal: AbortSignal) => AsyncIterable<T>;
}

/** Timers cannot wait longer; beyond it they would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** A stream that ends by count or time. Errors: `unavailable` when time ran out first, `interrupted` on abort. */
export async function* limitStream<T>({
  count,
  timeoutMs,
  signal,
  sleep,
  start,
}: StreamLimits<T>): AsyncGenerator<T> {
  const stop = new AbortController();
  const inner = AbortSignal.any([signal, stop.signal]);
  let late = false;
  if (timeoutMs !== undefined) {
    void sleep(Math.min(timeoutMs, LONGEST_MS), inner).then(
      () => {
        late = !inner.aborted;
        stop.abort();
      },
      () => {},
    );
  }
  let seen = 0;
  try {
    for await (const event of start(inner)) {
      if (seen === count) return;
      yield event;
      seen++;
      // The source goes on to its next stop, where it keeps that this event was taken, and ends there.
      if (seen === count) stop.abort();
    }
  } catch (error) {
    if (!inner.aborted) throw error;
  } finally {
    stop.abort();
  }
  if (seen === count) return;
  if (signal.aborted) throw interrupted();
  if (late && count !== undefined) {
    throw new ArchctlError(
      'unavailable',
      `Only ${seen} of ${count} arrived within ${(timeoutMs ?? 0) / 1000} s.`,
    );
  }
}

/** Resolves once the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
