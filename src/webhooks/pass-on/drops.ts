import type { DroppedRecord, Machine, Schedule } from '../types.js';

/** Told at most so often for each target, so that a flood of drops is no flood of records. */
const EVERY_MS = 1_000;

interface Drops {
  note(count?: number): void;
  /** Tells what is not told yet. */
  flush(): void;
}

/** Counts what was dropped: the first is told at once, the next together. */
function drops(schedule: Schedule, tell: (count: number, total: number) => void): Drops {
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
  };
}

/** What a target or the programs had no room for, told as records. */
export interface TargetDrops {
  /** One more. */
  note(): void;
  /** Tells the rest, and those that wait no longer because the listener ends. */
  close(left: number): void;
}

export function dropsOf(
  target: string,
  machine: Pick<Machine, 'now' | 'schedule'>,
  emit: (record: DroppedRecord) => void,
): TargetDrops {
  let reason: DroppedRecord['reason'] = 'queue-full';
  const dropped = drops(machine.schedule, (count, total) => {
    const at = new Date(machine.now()).toISOString();
    emit({ type: 'dropped', version: 1, at, target, count, total, reason });
  });
  return {
    note: () => dropped.note(),
    close(left) {
      dropped.flush();
      reason = 'closing';
      if (left > 0) dropped.note(left);
      dropped.flush();
    },
  };
}
