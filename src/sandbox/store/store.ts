import { exportStore } from './exports.js';
import { keyStore } from './keys.js';
import { logStore } from './logs.js';
import { meterStore } from './meters.js';
import { openDatabase } from './open.js';
import { recordStore } from './records.js';
import { settingStore } from './settings.js';

const TABLES = ['records', 'links', 'keys', 'meters', 'logs', 'exports'];

/** Everything the sandbox keeps, in one SQLite file (or in memory without a directory). */
export function openStore(dataDir: string | undefined) {
  const { db, close } = openDatabase(dataDir);
  const keys = keyStore(db);
  const meters = meterStore(db);
  return {
    records: recordStore(db),
    logs: logStore(db),
    exports: exportStore(db),
    settings: settingStore(db),
    keys,
    meters,
    /** Runs `work` as one transaction: all of it is on disk when this returns, or none of it happened. */
    transaction<T>(work: () => T): T {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        keys.forget();
        throw error;
      }
    },
    /** Empties every table but the settings; within a transaction. */
    clear(): void {
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
      keys.forget();
      meters.forget();
    },
    close(): void {
      meters.flush();
      close();
    },
  };
}

export type Store = ReturnType<typeof openStore>;
