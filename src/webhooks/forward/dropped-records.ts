import type { DroppedRecord, Machine, Schedule } from '../types.js';

/** Minimum interval between drop records of one target, so that a flood of drops does not cause a flood of records. */
const EVERY_MS = 1_000;

interface DropCounter {
  note(count?: number): void;
  /** Reports pending drops. */
  flush(): void;
}

/** Counts drops: reports the first immediately and later ones together. */
function dropCounter(schedule: Schedule, report: (count: number, total: number) => void): DropCounter {
  let pending = 0;
  let total = 0;
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (pending === 0) return;
    const count = pending;
    pending = 0;
    cancel = schedule(flush, EVERY_MS);
    report(count, total);
  };
  return {
    note(count = 1) {
      pending += count;
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

/** Reports events dropped by a target or by the program queue. */
export interface DropReporter {
  /** Counts one drop. */
  note(): void;
  /** Reports pending drops, and those that remain in the queue when the listener ends. */
  close(remaining: number): void;
}

export function dropReporter(
  target: string,
  machine: Pick<Machine, 'now' | 'schedule'>,
  emit: (record: DroppedRecord) => void,
): DropReporter {
  let reason: DroppedRecord['reason'] = 'queue-full';
  const dropped = dropCounter(machine.schedule, (count, total) => {
    const at = new Date(machine.now()).toISOString();
    emit({ type: 'dropped', version: 1, at, target, count, total, reason });
  });
  return {
    note: () => dropped.note(),
    close(remaining) {
      dropped.flush();
      reason = 'closing';
      if (remaining > 0) dropped.note(remaining);
      dropped.flush();
    },
  };
}
