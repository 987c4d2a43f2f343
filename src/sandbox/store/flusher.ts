import type { Schedule } from '../schedule.js';

/** How long counts of reads may wait for the disk, in milliseconds. */
const PATIENCE = 250;
/** The longest wait between two tries while the disk does not take them. */
const LONGEST = 8_000;

interface Flushed {
  meters: { hasPending(): boolean };
  /** Writes what is pending; what fails stays pending. */
  flushMeters(): void;
}

/** Writes meters a moment after they moved; many requests share one write. A disk that fails is asked again, later. */
export function meterFlusher(store: Flushed, schedule: Schedule) {
  let stop: (() => void) | undefined;
  const within = (wait: number): void => {
    stop = schedule(() => {
      stop = undefined;
      try {
        store.flushMeters();
      } catch {
        // The store has told of it.
        within(Math.min(wait * 2, LONGEST));
      }
    }, wait);
  };
  return {
    soon(): void {
      if (!stop && store.meters.hasPending()) within(PATIENCE);
    },
    stop(): void {
      stop?.();
      stop = undefined;
    },
  };
}
