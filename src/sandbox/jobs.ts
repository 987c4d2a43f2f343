import type { Schedule } from './schedule.js';
import type { Store } from './store/store.js';
import { isStoreFault } from './store/trouble.js';

export interface JobRunner<Row extends { id: string }> {
  store: Store;
  schedule: Schedule;
  /** How long a job takes at least, in milliseconds. */
  delayMs: number;
  /** Whether the job is still wanted: a reset empties the store, also under a job that runs. */
  isThere: (row: Row) => boolean;
  /** Jobs that an earlier process left unfinished. */
  unfinished: () => Row[];
  /** Does the work of a job; answers what is to be written of it, in one transaction. */
  work: (row: Row) => Promise<() => void>;
  /** Writes that a job failed, within a transaction. */
  fail: (row: Row, error: unknown) => void;
}

/** Milliseconds to the next try of a job whose outcome could not be written. */
const STORE_WAIT = 2_000;

/**
 * Jobs in the background. A job lives in the database from its first moment, so one that was running when the sandbox
 * stopped is taken up again by `resume`.
 */
export function jobRunner<Row extends { id: string }>(runner: JobRunner<Row>) {
  const { store, schedule, delayMs, work, fail } = runner;
  const waiting = new Map<string, () => void>();
  const running = new Set<Promise<void>>();
  let closed = false;

  const isGone = (row: Row): boolean => closed || !runner.isThere(row);

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
      // The job is in the database, so it can be done once there is room.
      if (!closed && isStoreFault(error)) start(row, STORE_WAIT);
    }
  };

  const start = (row: Row, wait = delayMs): void => {
    const begin = () => {
      waiting.delete(row.id);
      const job = run(row).finally(() => running.delete(job));
      running.add(job);
    };
    waiting.set(row.id, schedule(begin, wait));
  };

  return {
    start: (row: Row): void => start(row),
    /** Takes up what an earlier process left unfinished. */
    resume: (): void => {
      for (const row of runner.unfinished()) start(row);
    },
    /** Forgets every job, e.g. on a reset. */
    cancel: (): void => {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    },
    count: (): number => waiting.size + running.size,
    /** Stops; what has not begun stays in the database for the next start. */
    async close(): Promise<void> {
      closed = true;
      for (const stop of waiting.values()) stop();
      await Promise.allSettled(running);
    },
  };
}

/** Starts and stops jobs of one kind. */
export type Jobs<Row extends { id: string }> = ReturnType<typeof jobRunner<Row>>;
