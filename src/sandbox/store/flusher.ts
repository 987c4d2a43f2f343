import type { Schedule } from '../schedule.js';

/** How long counts of reads may wait for the disk, in milliseconds. */
const PATIENCE = 250;

/** Writes meters a moment after they moved; many requests share one write. */
export function meterFlusher(meters: { hasPending(): boolean; flush(): void }, schedule: Schedule) {
  let stop: (() => void) | undefined;
  return {
    soon(): void {
      if (stop || !meters.hasPending()) return;
      stop = schedule(() => {
        stop = undefined;
        meters.flush();
      }, PATIENCE);
    },
    stop(): void {
      stop?.();
      stop = undefined;
    },
  };
}
