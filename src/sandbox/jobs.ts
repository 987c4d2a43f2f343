import type { Schedule } from './schedule.js';
import { isStoreFault } from './store/storage-faults.js';
import type { Store } from './store/store.js';

export interface JobRunner<Row extends { id: string }> {
  store: Store;
  schedule: Schedule;
  /** Minimum duration of a job, in milliseconds. */
  delayMs: number;
  /** Whether the job still exists: a reset empties the store even while a job runs. */
  exists: (row: Row) => boolean;
  /** Unfinished jobs of an earlier process. */
  unfinished: () => Row[];
  /** Does the work of a job; returns a function that writes the outcome, which runs in one transaction. */
  work: (row: Row) => Promise<() => void>;
  /** Writes the failure of a job. Runs within a transaction. */
  fail: (row: Row, error: unknown) => void;
}

/** Delay in milliseconds before retrying a job whose outcome could not be written. */
const RETRY_DELAY = 2_000;

/**
 * Background jobs. A job is in the database from its start, so `resume` restarts a job that was running when the
 * sandbox stopped.
 */
export function jobRunner<Row extends { id: string }>(runner: JobRunner<Row>) {
  const { store, schedule, delayMs, work, fail } = runner;
  const waiting = new Map<string, () => void>();
  const running = new Set<Promise<void>>();
  let closed = false;

  const isGone = (row: Row): boolean => closed || !runner.exists(row);

  const run = async (row: Row): Promise<void> => {
    try {
      const failed = (error: unknown) => {
        if (isStoreFault(error)) throw error;
        return () => fail(row, error);
      };
      const write = await work(row).catch(failed);
      if (!isGone(row)) store.transaction(write);
    } catch (error) {
      store.watch.failed(error);
      // The job is in the database, so it can be retried once there is disk space.
      if (!closed && isStoreFault(error)) start(row, RETRY_DELAY);
    }
  };

  const start = (row: Row, wait = delayMs): void => {
    if (closed) return;
    const begin = () => {
      waiting.delete(row.id);
      const job = run(row).finally(() => running.delete(job));
      running.add(job);
    };
    waiting.set(row.id, schedule(begin, wait));
  };

  return {
    start: (row: Row): void => start(row),
    /** Restarts the unfinished jobs of an earlier process. */
    resume: (): void => {
      if (closed) return;
      for (const row of runner.unfinished()) start(row);
    },
    /** Discards every waiting job, e.g. on a reset. */
    cancel: (): void => {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    },
    count: (): number => waiting.size + running.size,
    /** Stops; waiting jobs stay in the database for the next start. */
    async close(): Promise<void> {
      closed = true;
      for (const stop of waiting.values()) stop();
      waiting.clear();
      await Promise.allSettled(running);
    },
  };
}

/** Job queue of one kind. */
export type Jobs<Row extends { id: string }> = ReturnType<typeof jobRunner<Row>>;
