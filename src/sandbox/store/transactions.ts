import type { Db } from './rows.js';
import { isStoreFault, type StorageFaultReporter } from './storage-faults.js';

interface TransactionSettings {
  db: Db;
  /** Throws if the database file is gone and writes would be lost. */
  check(): void;
  watch: StorageFaultReporter;
  /** Runs a function after all events that are already queued (default: `setImmediate`). */
  later?: (work: () => void) => void;
}

/** A write that waits for the commit of its group. */
interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Transactions with group commit: writes of the same turn of the event loop share one commit. Each write stays atomic,
 * and no caller gets a response before its write is on disk.
 */
export function transactions({ db, check, watch, later = setImmediate }: TransactionSettings) {
  /** Writes of the open group that wait for its commit; undefined if no group is open. */
  let group: Waiter[] | undefined;
  /** Whether the work of a transaction is running. */
  let isWorking = false;

  /** Whether a transaction is open. The native library ends the process if a closed database is asked. */
  const isOpen = (): boolean => db.open && db.inTransaction;
  const begin = (): void => {
    check();
    db.exec('BEGIN IMMEDIATE');
  };
  /**
   * Rolls back. SQLite ends some transactions itself, e.g. when the disk is full; an error here must not hide the
   * cause.
   */
  const rollBack = (): void => {
    try {
      if (isOpen()) db.exec('ROLLBACK');
    } catch {
      // Nothing more can be done; the next transaction reports the problem.
    }
  };
  const run = <T>(work: () => T): T => {
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
      begin();
      const result = run(work);
      db.exec('COMMIT');
      watch.worked();
      return result;
    } catch (error) {
      rollBack();
      throw reported(error);
    }
  };

  /** Commits the open group now. */
  const flush = (): void => {
    const waiting = group;
    if (waiting === undefined) return;
    group = undefined;
    try {
      db.exec('COMMIT');
      watch.worked();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      rollBack();
      reported(error);
      for (const { reject } of waiting) reject(error);
    }
  };

  /** Ends the open group without a commit. */
  const abandon = (error: unknown): void => {
    const waiting = group ?? [];
    group = undefined;
    rollBack();
    for (const { reject } of waiting) reject(error);
  };

  /** Opens a group that is committed after all queued events. */
  const openGroup = (): Waiter[] => {
    begin();
    const waiting: Waiter[] = [];
    later(() => {
      if (group === waiting) flush();
    });
    return waiting;
  };

  /** Like `transaction`, but in a group commit with concurrent writes. Resolves once the group is on disk. */
  const groupTransaction = async <T>(work: () => T): Promise<T> => {
    let result: T;
    try {
      group ??= openGroup();
      db.exec('SAVEPOINT one');
      result = run(work);
      db.exec('RELEASE one');
    } catch (error) {
      // SQLite may have rolled back the whole transaction itself.
      if (isOpen() && group !== undefined && group.length > 0) db.exec('ROLLBACK TO one; RELEASE one');
      else abandon(error);
      throw reported(error);
    }
    const waiting = group;
    await new Promise<void>((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
    return result;
  };

  return { transaction, groupTransaction, flush };
}
