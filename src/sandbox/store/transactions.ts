import { groupCommitDelay, MAX_WAIT } from './group-commit-delay.js';
import type { Db } from './rows.js';
import { isStoreFault, type StorageFaultReporter } from './storage-faults.js';

interface TransactionSettings {
  db: Db;
  /** Throws if the database file is gone and writes would be lost. */
  check(): void;
  watch: StorageFaultReporter;
  /** Called after a rollback. */
  undone(): void;
  /** Data that every group commit includes: `write` runs inside the transaction, `written` after the commit. */
  alongside?: { write(): void; written(): void };
  /** Runs a function after all events that are already queued (default: `setImmediate`). */
  later?: (work: () => void) => void;
  /** Runs a function after a delay in milliseconds (default: `setTimeout`). */
  pause?: (work: () => void, ms: number) => void;
  /** Monotonic time in milliseconds. */
  now?: () => number;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Transactions with group commit. Most of the time of a write is waiting for the disk, so concurrent writes share one
 * commit. Each write stays atomic, and no caller gets a response before its write is on disk.
 */
export function transactions({
  db,
  check,
  watch,
  undone,
  alongside,
  later = setImmediate,
  pause = setTimeout,
  now = () => performance.now(),
}: TransactionSettings) {
  const delay = groupCommitDelay();
  /** Callers waiting for the open group; undefined if there is none. */
  let sharing: Waiting[] | undefined;
  /** Start of the open group. */
  let sharedSince = 0;
  /** Whether the work of a transaction is running. */
  let isWorking = false;

  /**
   * Rolls back. SQLite ends some transactions itself, e.g. when the disk is full; an error here must not hide the
   * cause.
   */
  const rollBack = (): void => {
    try {
      if (db.inTransaction) db.exec('ROLLBACK');
    } catch {
      // Nothing more can be done; the next transaction reports the problem.
    } finally {
      undone();
    }
  };
  const doing = <T>(work: () => T): T => {
    isWorking = true;
    try {
      return work();
    } finally {
      isWorking = false;
    }
  };
  const reported = (error: unknown): unknown => {
    if (isStoreFault(error)) watch.failed(error);
    return error;
  };

  /** Runs `work` as one transaction: when this returns, all of it is on disk; if it throws, nothing has changed. */
  const transaction = <T>(work: () => T): T => {
    if (isWorking) throw new Error('A transaction cannot begin within another one.');
    flush();
    try {
      check();
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = doing(work);
        db.exec('COMMIT');
        watch.worked();
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    } catch (error) {
      throw reported(error);
    }
  };

  /** Commits the open group now. */
  const flush = (): void => {
    const waiting = sharing;
    if (waiting === undefined) return;
    sharing = undefined;
    try {
      alongside?.write();
      const begun = now();
      db.exec('COMMIT');
      delay.committed(waiting.length, now() - begun);
      alongside?.written();
      watch.worked();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      rollBack();
      reported(error);
      for (const { reject } of waiting) reject(error);
    }
  };

  /** Commits a group unless that has happened already. */
  const flushOf = (these: Waiting[]) => (): void => {
    if (sharing === these) flush();
  };

  /** Commits a group once more writes are unlikely to arrive. */
  const flushUnlessMore = (these: Waiting[], until: number): void => {
    const count = these.length;
    const wait = delay.wait(count);
    const end = flushOf(these);
    if (wait === 0 || sharing !== these) end();
    else
      pause(() => {
        // Requests are processed one after another: if some arrived, the rest are likely to follow.
        if (these.length > count && now() < until) flushUnlessMore(these, until);
        else end();
      }, wait);
  };

  /** Commits a group after all queued events, or a little later if more writes are likely. */
  const flushSoon = (these: Waiting[]): void => later(() => flushUnlessMore(these, now() + MAX_WAIT));

  /**
   * Rolls back the current work to its savepoint. If it is alone in the group, or SQLite rolled everything back, the
   * group ends.
   */
  const rollBackLast = (error: unknown): void => {
    const waiting = sharing ?? [];
    if (db.inTransaction && waiting.length > 0) {
      db.exec('ROLLBACK TO one');
      db.exec('RELEASE one');
      undone();
      return;
    }
    sharing = undefined;
    rollBack();
    for (const { reject } of waiting) reject(error);
  };

  /** Like `transaction`, but in a group commit with concurrent writes. Resolves once the group is on disk. */
  const shared = async <T>(work: () => T): Promise<T> => {
    let result: T;
    try {
      if (sharing === undefined) {
        check();
        db.exec('BEGIN IMMEDIATE');
        sharing = [];
        sharedSince = now();
        flushSoon(sharing);
      }
      // The first write needs no savepoint: it rolls back the whole transaction.
      const isFirst = sharing.length === 0;
      if (!isFirst) db.exec('SAVEPOINT one');
      try {
        result = doing(work);
        if (!isFirst) db.exec('RELEASE one');
      } catch (error) {
        rollBackLast(error);
        throw error;
      }
    } catch (error) {
      throw reported(error);
    }
    const waiting = sharing;
    await new Promise<void>((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (delay.isEnough(now() - sharedSince)) flush();
      // All expected writes have arrived.
      else if (waiting.length > 1 && delay.wait(waiting.length) === 0) later(flushOf(waiting));
    });
    return result;
  };

  return {
    transaction,
    shared,
    flush,
    /** Whether a group commit is pending. */
    isSharing: (): boolean => sharing !== undefined,
  };
}
