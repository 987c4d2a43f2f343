import type { Db } from './rows.js';
import { isStoreFault, type TroubleWatch } from './trouble.js';

interface TransactionSettings {
  db: Db;
  /** Throws where writes would go nowhere. */
  check(): void;
  watch: TroubleWatch;
  /** Called once nothing of a transaction is left. */
  undone(): void;
}

/** Makes what runs work as one transaction: all of it is on disk when it returns, or none of it happened. */
export function transactions({ db, check, watch, undone }: TransactionSettings) {
  /** SQLite ends some transactions itself, e.g. where the disk is full; the cause is what counts, not this. */
  const rollBack = (): void => {
    try {
      if (db.inTransaction) db.exec('ROLLBACK');
    } finally {
      undone();
    }
  };
  const run = <T>(work: () => T): T => {
    check();
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        rollBack();
      } catch {
        // Nothing more can be done; the next transaction says so.
      }
      throw error;
    }
  };
  return <T>(work: () => T): T => {
    try {
      const result = run(work);
      watch.worked();
      return result;
    } catch (error) {
      if (isStoreFault(error)) watch.failed(error);
      throw error;
    }
  };
}
