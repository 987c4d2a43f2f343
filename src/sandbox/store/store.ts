import { exportStore } from './exports.js';
import { keyStore } from './keys.js';
import { logStore } from './logs.js';
import { meterStore } from './meters.js';
import { openDatabase } from './open.js';
import { outboxStore } from './outbox.js';
import { recordStore } from './records.js';
import { settingStore } from './settings.js';
import { subscriptionStore } from './subscriptions.js';
import { tryStore } from './tries.js';

const TABLES = [
  'records',
  'links',
  'keys',
  'meters',
  'logs',
  'exports',
  'webhook_subscriptions',
  'webhook_outbox',
  'webhook_tries',
];

/** Everything the sandbox keeps, in one SQLite file (or in memory without a directory). */
export function openStore(dataDir: string | undefined) {
  const { db, close } = openDatabase(dataDir);
  const keys = keyStore(db);
  const meters = meterStore(db);
  const subscriptions = subscriptionStore(db);
  return {
    records: recordStore(db),
    logs: logStore(db),
    exports: exportStore(db),
    settings: settingStore(db),
    outbox: outboxStore(db),
    tries: tryStore(db),
    keys,
    meters,
    subscriptions,
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
        subscriptions.forget();
        throw error;
      }
    },
    /** Empties every table but the settings; within a transaction. */
    clear(): void {
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
      keys.forget();
      subscriptions.forget();
      meters.forget();
    },
    close(): void {
      meters.flush();
      close();
    },
  };
}

export type Store = ReturnType<typeof openStore>;
