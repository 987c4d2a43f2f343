import { copyFrom, copyInto } from './copies.js';
import { exportStore } from './exports.js';
import { FACETS_KEY } from './facets.js';
import { importStore } from './imports.js';
import { keyStore } from './keys.js';
import { logStore } from './logs.js';
import { meterStore } from './meters.js';
import { type OpenStore, openDatabase } from './open.js';
import { outboxStore } from './outbox.js';
import { recordStore } from './records.js';
import { settingStore } from './settings.js';
import { subscriptionStore } from './subscriptions.js';
import { tokenStore } from './tokens.js';
import { transactions } from './transactions.js';
import { tryStore } from './tries.js';
import type { TroubleWatch } from './trouble.js';

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

/** For a store that nobody watches. */
const UNWATCHED: TroubleWatch = { failed: () => {}, worked: () => {} };

/**
 * Everything the sandbox keeps, in one SQLite file (or in memory without a directory).
 * @param watch Is told of every write that failed or worked.
 */
export function openStore(
  dataDir: string | undefined,
  watch: TroubleWatch = UNWATCHED,
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
    // What was cached may never have been written.
    undone: () => {
      for (const cached of [keys, settings, subscriptions, records]) cached.forget();
    },
    alongside: meters,
  });
  const flushMeters = (): void => {
    // What is shared takes them along.
    if (!meters.hasPending() || isSharing()) return;
    transaction(meters.write);
    meters.written();
  };
  const cached = [keys, settings, subscriptions, records];
  /** Written by another archctl, or new: lists have other filters now. */
  const checkFacets = (): void => {
    if (settings.get('facets') === FACETS_KEY) return;
    records.rebuildFacets();
    settings.set('facets', FACETS_KEY);
  };
  if (settings.get('facets') !== FACETS_KEY) transaction(checkFacets);
  return {
    records,
    logs: logStore(db),
    exports: exportStore(db),
    imports: importStore(db),
    settings,
    outbox: outboxStore(db),
    tries: tryStore(db),
    keys,
    tokens: tokenStore(db),
    meters,
    subscriptions,
    /** Runs `work` as one transaction: all of it is on disk when this returns, or none of it happened. */
    transaction,
    /**
     * The same together with others that come at the same time: resolves once it is on disk. Reads may see it before.
     */
    shared,
    /** Brings what is shared to the disk at once: before something is sent to others because of it. */
    flush,
    /** Writes what the meters counted; what cannot be written goes on waiting. */
    flushMeters,
    watch,
    /** Writes everything into a file that is there and empty. */
    copyInto(file: string): void {
      flush();
      flushMeters();
      copyInto(db, file);
    },
    /** Puts everything of such a file in the place of everything that is here; `after` is a part of that. */
    copyFrom(file: string, after: () => void): void {
      flush();
      copyFrom(db, file, transaction, () => {
        for (const it of cached) it.forget();
        checkFacets();
        after();
      });
      meters.forget();
    },
    /** Empties every table but the settings; within a transaction, after which the meters forget what they counted. */
    clear(): void {
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
      for (const cached of [keys, subscriptions, records]) cached.forget();
    },
    /** Writes what is pending, as far as it can be written, and lets go of the files in any case. */
    close(): void {
      try {
        flush();
        flushMeters();
      } catch {
        // The watch was told; counts of reads are all that is lost.
      } finally {
        close();
      }
    },
  };
}

export type Store = ReturnType<typeof openStore>;
