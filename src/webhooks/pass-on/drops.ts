import type { Schedule } from '../types.js';

/** Told at most so often for each target, so that a flood of drops is no flood of records. */
const EVERY_MS = 1_000;

export interface Drops {
  note(count?: number): void;
  /** Tells what is not told yet. */
  flush(): void;
  total(): number;
}

/** Counts what was dropped: the first is told at once, the next together. */
export function drops(schedule: Schedule, tell: (count: number, total: number) => void): Drops {
  let untold = 0;
  let total = 0;
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (untold === 0) return;
    const count = untold;
    untold = 0;
    cancel = schedule(flush, EVERY_MS);
    tell(count, total);
  };
  return {
    note(count = 1) {
      untold += count;
      total += count;
      if (!cancel) flush();
    },
    flush() {
      flush();
      cancel?.();
      cancel = undefined;
    },
    total: () => total,
  };
}
