import { copyFrom, copyInto } from './database-copy.js';
import { attemptStore } from './delivery-attempts.js';
import { exportStore } from './exports.js';
import { importStore } from './imports.js';
import { INDEX_KEY } from './inverted-index.js';
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

const TABLES = [
  'records',
  'links',
  'facets',
  'facet_scopes',
  'keys',
  'tokens',
  'meters',
  'logs',
  'exports',
  'export_files',
  'imports',
  'webhook_subscriptions',
  'webhook_outbox',
  'webhook_tries',
];

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
  const keys = keyStore(db);
  const meters = meterStore(db);
  const records = recordStore(db);
  const settings = settingStore(db);
  const subscriptions = subscriptionStore(db);
  const { transaction, shared, flush, isSharing } = transactions({
    db,
    check,
    watch,
    // The caches may hold rolled-back data.
    undone: () => {
      for (const cached of [keys, settings, subscriptions, records]) cached.forget();
    },
    alongside: meters,
  });
  const flushMeters = (): void => {
    // A pending group commit includes the counts.
    if (!meters.hasPending() || isSharing()) return;
    transaction(meters.write);
    meters.written();
  };
  const cached = [keys, settings, subscriptions, records];
  /** The file is new, or was written by a version of archctl with other filters. */
  const updateIndex = (): void => {
    if (settings.get('facets') === INDEX_KEY) return;
    records.rebuildIndex();
    settings.set('facets', INDEX_KEY);
  };
  if (settings.get('facets') !== INDEX_KEY) transaction(updateIndex);
  return {
    records,
    logs: logStore(db),
    exports: exportStore(db),
    imports: importStore(db),
    settings,
    outbox: outboxStore(db),
    attempts: attemptStore(db),
    keys,
    tokens: tokenStore(db),
    meters,
    subscriptions,
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
      copyFrom(db, file, transaction, () => {
        for (const it of cached) it.forget();
        updateIndex();
        after();
      });
      meters.forget();
    },
    /**
     * Empties every table except the settings. Call it inside a transaction; afterwards, pending request counts are
     * discarded.
     */
    clear(): void {
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
      for (const cached of [keys, subscriptions, records]) cached.forget();
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
