import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { ArchctlError, usageError } from '../../base/errors.js';
import { makePrivateDirectory } from '../../base/files/private-directory.js';
import { makePrivateFile } from '../../base/files/write-file.js';
import { lockDirectory } from './lock.js';
import { type Db, rows } from './rows.js';
import { SCHEMA_STEPS, SCHEMA_VERSION } from './schema.js';
import { StoreReplaced } from './storage-faults.js';

/** Write-ahead log size, in pages of 4 KB, that triggers a checkpoint. */
const LOG_PAGES = 4_000;

/** Maximum size of the page cache, in KB; small databases use less. */
const CACHE_KB = 64_000;

/** An open database. */
export interface OpenDatabase {
  db: Db;
  /** Throws `StoreReplaced` if the database file was removed or replaced. Call it before each write. */
  check(): void;
  close(): void;
}

/** Opens a database. Tests inject one that fails. */
export type OpenStore = (dataDir: string | undefined) => OpenDatabase;

/**
 * Opens the database of a data directory, exclusively for this process, or an in-memory database.
 * @throws ArchctlError `usage` if the directory is in use, cannot be used, or was written by a later version.
 */
export function openDatabase(dataDir: string | undefined): OpenDatabase {
  if (dataDir === undefined) {
    const db = prepare(new Database(':memory:'), 'memory');
    return { db, check: () => {}, close: () => void db.close() };
  }
  try {
    // Private mode, because the directory holds keys and models.
    makePrivateDirectory(dataDir);
    const unlock = lockDirectory(dataDir);
    try {
      const file = join(dataDir, 'sandbox.db');
      const db = openFile(file, dataDir);
      return { db, check: presence(file), close: () => closeFile(db, unlock) };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Converts any error into the error for an unusable data directory. */
export function unusable(dataDir: string, error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return usageError(`The data directory ${dataDir} cannot be used: ${message}`, {
    hint: 'Use another data directory, or run the sandbox in memory.',
    cause: error,
  });
}

/** Detects a removed or replaced file: SQLite keeps writing to an unlinked file, and those writes would be lost. */
function presence(file: string): () => void {
  const { dev, ino } = statSync(file);
  return () => {
    const found = statOf(file);
    if (found?.ino !== ino || found.dev !== dev) throw new StoreReplaced(`${file} was removed or replaced`);
  };
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // The directory may have become inaccessible.
    return undefined;
  }
}

function closeFile(db: Db, unlock: () => void): void {
  try {
    // Checkpoints the write-ahead log, so that a single file remains.
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // If the disk is full, the write-ahead log stays, and the next start reads both files.
  } finally {
    db.close();
    unlock();
  }
}

function openFile(file: string, dataDir: string): Db {
  // Created here because the library would make it world-readable. The write-ahead log inherits its mode.
  makePrivateFile(file);
  const db = new Database(file);
  return prepare(db, dataDir);
}

function prepare(db: Db, dataDir: string): Db {
  try {
    db.pragma('journal_mode = WAL');
    // A confirmed write must survive kill -9 and a power failure.
    db.pragma('synchronous = FULL');
    // Keeps savepoint journals in memory and checkpoints less often.
    db.pragma('temp_store = MEMORY');
    db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    // With the default of 2 MB, a large landscape is written to disk many times while it is created.
    db.pragma(`cache_size = -${CACHE_KB}`);
    const found = schemaVersion(db);
    if (found > SCHEMA_VERSION) {
      throw usageError(
        `The sandbox data in ${dataDir} has schema ${found}; this version of archctl supports ${SCHEMA_VERSION}.`,
        { hint: 'Use the version of archctl that wrote it, or another data directory.' },
      );
    }
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs the missing migrations of a file in one transaction. */
export function migrate(db: Db): void {
  const found = schemaVersion(db);
  if (found >= SCHEMA_VERSION) return;
  const missing = SCHEMA_STEPS.slice(found).join('\n');
  db.exec(`BEGIN; ${missing} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}

/** Whether this version of archctl supports the schema of a file. */
export const isSchemaKnown = (db: Db): boolean => schemaVersion(db) <= SCHEMA_VERSION;

function schemaVersion(db: Db): number {
  const row = rows<{ user_version: number }>(db, 'PRAGMA user_version').get();
  return row?.user_version ?? 0;
}
