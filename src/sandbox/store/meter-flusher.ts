import type { Schedule } from '../schedule.js';

/** Delay before request counts are written to disk, in milliseconds. */
const FLUSH_DELAY = 250;
/** Longest delay between two retries while writing fails, in milliseconds. */
const MAX_DELAY = 8_000;

interface Flushed {
  meters: { hasPending(): boolean };
  /** Writes pending counts; those that fail stay pending. */
  flushMeters(): void;
}

/**
 * Writes meters shortly after they changed, so that many requests share one write. Retries with exponential backoff.
 */
export function meterFlusher(store: Flushed, schedule: Schedule) {
  let stop: (() => void) | undefined;
  let isClosed = false;
  const within = (wait: number): void => {
    stop = schedule(() => {
      stop = undefined;
      try {
        store.flushMeters();
      } catch {
        // The store has reported the failure.
        within(Math.min(wait * 2, MAX_DELAY));
      }
    }, wait);
  };
  return {
    soon(): void {
      if (!isClosed && !stop && store.meters.hasPending()) within(FLUSH_DELAY);
    },
    /** Stops for good; the store writes the rest when it is closed. */
    close(): void {
      isClosed = true;
      stop?.();
      stop = undefined;
    },
  };
}
