import { ArchctlError, interrupted } from '../../base/errors.js';

export interface StreamLimits<T> {
  /** Ends after this number of events. */
  count: number | undefined;
  /** Timeout in milliseconds; reaching it before `count` events is an error. */
  timeoutMs: number | undefined;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  start: (signal: AbortSignal) => AsyncIterable<T>;
  /** The failure that the source is in when the time is up. */
  failure?: () => ArchctlError | undefined;
}

/** Maximum delay of a timer; longer delays fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** A stream limited by count or time. Errors: `unavailable` or the source's failure on a timeout, `interrupted` on abort. */
export async function* limitStream<T>({
  count,
  timeoutMs,
  signal,
  sleep,
  start,
  failure,
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
      // The source continues to its next suspension point, where it records this event as consumed, and ends there.
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
  const fault = late ? failure?.() : undefined;
  if (fault) throw fault;
}

export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
