import Database from 'libsql';
import { attemptStore } from './delivery-attempts.js';
import { exportStore } from './exports.js';
import { importStore } from './imports.js';
import { keyStore } from './keys.js';
import { logStore } from './logs.js';
import { meterStore } from './meters.js';
import { isSchemaKnown, migrate, type OpenStore, openDatabase } from './open.js';
import { outboxStore } from './outbox.js';
import { recordStore } from './records.js';
import { type Db, rows } from './rows.js';
import type { StorageFaultReporter } from './storage-faults.js';
import { subscriptionStore } from './subscriptions.js';
import { tokenStore } from './tokens.js';
import { transactions } from './transactions.js';

/** Copies the whole database into an existing, empty file. Call it outside a transaction. */
function copyInto(db: Db, file: string): void {
  db.prepare('VACUUM INTO ?').run(file);
}

/**
 * Replaces the contents of the database with those of a file, in one transaction that includes `after`.
 * @throws Error if this version cannot read the file; nothing has changed then.
 */
function copyFrom(db: Db, file: string, transaction: (work: () => void) => void, after: () => void): void {
  bringUpToDate(file);
  db.prepare('ATTACH DATABASE ? AS copy').run(file);
  try {
    transaction(() => {
      for (const table of tablesOf(db)) {
        db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table};`);
      }
      after();
    });
  } finally {
    db.exec('DETACH DATABASE copy');
  }
}

/** Migrates a file of an earlier schema version. */
function bringUpToDate(file: string): void {
  const db = new Database(file);
  try {
    if (!isSchemaKnown(db)) throw new Error('it was written by a later version of archctl');
    migrate(db);
  } finally {
    db.close();
  }
}

/** Names of all tables. */
const tablesOf = (db: Db): string[] =>
  rows<{ name: string }>(
    db,
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
    .all()
    .map(({ name }) => name);

type Setting =
  | 'organizationId'
  | 'landscapeId'
  | 'plan'
  | 'seed'
  | 'clock'
  | 'fileSecret'
  | 'adminUserId'
  | 'dataId';

/** Settings of the sandbox itself, by name. */
function settingStore(db: Db) {
  const get = rows<{ value: string }>(db, 'SELECT value FROM settings WHERE name = ?');
  const set = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  return {
    get: (name: Setting): string | undefined => get.get(name)?.value,
    set(name: Setting, value: string | undefined): void {
      if (value === undefined) remove.run(name);
      else set.run(name, value);
    },
  };
}

/** Counters that survive the deletion of the records they count. */
function counterStore(db: Db) {
  const get = rows<{ value: number }>(db, 'SELECT value FROM counters WHERE name = ?');
  const set = db.prepare(
    'INSERT INTO counters (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    get: (name: string): number => get.get(name)?.value ?? 0,
    set: (name: string, value: number): void => void set.run(name, value),
  };
}

/** Reporter that ignores everything. */
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
  const { transaction, groupTransaction, flush } = transactions({ db, check, watch });
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
    counters: counterStore(db),
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
    groupTransaction,
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
