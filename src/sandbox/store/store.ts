import { copyFrom, copyInto, tablesOf } from './database-copy.js';
import { attemptStore } from './delivery-attempts.js';
import { exportStore } from './exports.js';
import { importStore } from './imports.js';
import { keyStore } from './keys.js';
import { logStore } from './logs.js';
import { meterStore } from './meters.js';
import { type OpenStore, openDatabase } from './open.js';
import { outboxStore } from './outbox.js';
import { recordStore } from './records.js';
import { settingStore } from './settings.js';
import type { StorageFaultReporter } from './storage-faults.js';
import { subscriptionStore } from './subscriptions.js';
import { tokenStore } from './tokens.js';
import { transactions } from './transactions.js';

/** No-op watch. */
const UNWATCHED: StorageFaultReporter = { failed: () => {}, worked: () => {} };

/**
 * Storage of the sandbox, in one SQLite file (or in memory without a directory).
 * @param watch Receives the result of every write.
 */
export function openStore(
  dataDir: string | undefined,
  watch: StorageFaultReporter = UNWATCHED,
  open: OpenStore = openDatabase,
) {
  const { db, check, close } = open(dataDir);
  const meters = meterStore(db);
  const { transaction, shared, flush } = transactions({ db, check, watch });
  const flushMeters = (): void => {
    if (!meters.hasPending()) return;
    transaction(meters.write);
    meters.forget();
  };
  return {
    records: recordStore(db),
    logs: logStore(db),
    exports: exportStore(db),
    imports: importStore(db),
    settings: settingStore(db),
    outbox: outboxStore(db),
    attempts: attemptStore(db),
    keys: keyStore(db),
    tokens: tokenStore(db),
    meters,
    subscriptions: subscriptionStore(db),
    /** Runs `work` as one transaction: when this returns, all of it is on disk; if it throws, nothing has changed. */
    transaction,
    /**
     * Runs `work` in a group commit with concurrent writes, and resolves once it is on disk. Reads may see it earlier.
     */
    shared,
    /** Commits the pending group at once, e.g. before data that depends on it is sent to others. */
    flush,
    /** Writes pending request counts; those that cannot be written stay pending. */
    flushMeters,
    watch,
    /** Copies the whole database into an existing, empty file. */
    copyInto(file: string): void {
      flush();
      flushMeters();
      copyInto(db, file);
    },
    /** Replaces the whole database with such a file, in one transaction that includes `after`. */
    copyFrom(file: string, after: () => void): void {
      flush();
      copyFrom(db, file, transaction, after);
      meters.forget();
    },
    /**
     * Empties every table except the settings. Call it inside a transaction; afterwards, pending request counts are
     * discarded.
     */
    clear(): void {
      for (const table of tablesOf(db)) if (table !== 'settings') db.exec(`DELETE FROM ${table}`);
    },
    /** Writes pending data if possible, and closes the files in any case. */
    close(): void {
      try {
        flush();
        flushMeters();
      } catch {
        // The watch has reported the failure; only request counts are lost.
      } finally {
        close();
      }
    },
  };
}

export type Store = ReturnType<typeof openStore>;
