import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { ArchctlError, usageError } from '../../base/errors.js';
import { makePrivateDirectory } from '../../base/private-directory.js';
import { makePrivateFile } from '../../base/write-file.js';
import { lockDirectory } from './lock.js';
import { type Db, rows } from './rows.js';
import { SCHEMA_STEPS, SCHEMA_VERSION } from './schema.js';
import { StoreGone } from './trouble.js';

/** How many pages of 4 KB the log beside the file has before they are written into it. */
const LOG_PAGES = 4_000;

/** An open database. */
export interface OpenDatabase {
  db: Db;
  /** To be called before a write. Throws `StoreGone` where its file is not the one that was opened. */
  check(): void;
  close(): void;
}

/** Opens a database; tests hand in one that fails. */
export type OpenStore = (dataDir: string | undefined) => OpenDatabase;

/**
 * Opens the database of a data directory, for this process alone, or one in memory.
 * @throws ArchctlError `usage` where the directory is in use, cannot be used, or was written by a later version.
 */
export function openDatabase(dataDir: string | undefined): OpenDatabase {
  if (dataDir === undefined) {
    const db = prepare(new Database(':memory:'), 'memory');
    return { db, check: () => {}, close: () => void db.close() };
  }
  try {
    // Keys and models are nobody else's business.
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

/** The error of a data directory that cannot be used, from whatever was thrown. */
export function unusable(dataDir: string, error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return usageError(`The data directory ${dataDir} cannot be used: ${message}`, {
    hint: 'Name another data directory, or keep nothing.',
    cause: error,
  });
}

/** SQLite goes on writing into a file that was removed; what it answers then would be lost. */
function presence(file: string): () => void {
  const { dev, ino } = statSync(file);
  return () => {
    const found = statOf(file);
    if (found?.ino !== ino || found.dev !== dev) throw new StoreGone(`${file} is gone or another file`);
  };
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // Its directory may not be entered any more.
    return undefined;
  }
}

function closeFile(db: Db, unlock: () => void): void {
  try {
    // One whole file is left behind, without a log beside it.
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // No room for it: the log stays, and the next start reads both.
  } finally {
    db.close();
    unlock();
  }
}

function openFile(file: string, dataDir: string): Db {
  // The library would make it readable by all; its log beside it has the same mode.
  makePrivateFile(file);
  const db = new Database(file);
  return prepare(db, dataDir);
}

function prepare(db: Db, dataDir: string): Db {
  try {
    db.pragma('journal_mode = WAL');
    // An answered write has to survive kill -9 and a power cut.
    db.pragma('synchronous = FULL');
    // What a part of a shared transaction can be taken back to stays in memory, and the log is brought home less often.
    db.pragma('temp_store = MEMORY');
    db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    const found = schemaVersion(db);
    if (found > SCHEMA_VERSION) {
      throw usageError(
        `The sandbox data in ${dataDir} has schema ${found}; this archctl knows ${SCHEMA_VERSION}.`,
        { hint: 'Use the archctl that wrote it, or name another data directory.' },
      );
    }
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Adds what the schema of a file lacks, all of it or nothing. */
export function migrate(db: Db): void {
  const found = schemaVersion(db);
  if (found >= SCHEMA_VERSION) return;
  const missing = SCHEMA_STEPS.slice(found).join('\n');
  db.exec(`BEGIN; ${missing} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}

/** Whether this version of archctl knows the schema of a file. */
export const isSchemaKnown = (db: Db): boolean => schemaVersion(db) <= SCHEMA_VERSION;

function schemaVersion(db: Db): number {
  const row = rows<{ user_version: number }>(db, 'PRAGMA user_version').get();
  return row?.user_version ?? 0;
}
