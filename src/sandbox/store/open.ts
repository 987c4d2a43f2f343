import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { ArchctlError, usageError } from '../../errors.js';
import { SCHEMA_VERSION, TABLES } from './schema.js';

export type Db = Database.Database;

/**
 * Opens the database of a data directory, or one in memory. The connection holds SQLite's exclusive lock for as long
 * as it lives, so that a second process is refused and a killed one leaves no lock behind.
 * @throws ArchctlError `usage` where the directory is in use, cannot be used, or was written by a later version.
 */
export function openDatabase(dataDir: string | undefined): Db {
  if (dataDir === undefined) return prepare(new Database(':memory:'), 'memory');
  try {
    // Keys and models are nobody else's business.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, 'sandbox.db');
    const db = new Database(file);
    chmodSync(file, 0o600);
    prepare(db, dataDir);
    writeFileSync(pidFile(dataDir), `${process.pid}\n`, { mode: 0o600 });
    return db;
  } catch (error) {
    throw openingError(error, dataDir);
  }
}

function prepare(db: Db, dataDir: string): Db {
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    // An answered write has to survive kill -9 and a power cut.
    db.pragma('synchronous = FULL');
    db.exec('BEGIN IMMEDIATE');
    const found = schemaVersion(db);
    if (found > SCHEMA_VERSION) {
      throw usageError(
        `The sandbox data in ${dataDir} has schema ${found}; this archctl knows ${SCHEMA_VERSION}.`,
        {
          hint: 'Use the archctl that wrote it, or name another data directory.',
        },
      );
    }
    if (found === 0) db.exec(`${TABLES} PRAGMA user_version = ${SCHEMA_VERSION};`);
    db.exec('COMMIT');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function schemaVersion(db: Db): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number } | undefined;
  return row?.user_version ?? 0;
}

const pidFile = (dataDir: string): string => join(dataDir, 'sandbox.pid');

function openingError(error: unknown, dataDir: string): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    return usageError(`The data directory ${dataDir} is in use by another sandbox${holder(dataDir)}.`, {
      hint: 'Stop that one, or name another data directory.',
      cause: error,
    });
  }
  return usageError(`The data directory ${dataDir} cannot be used: ${message ?? String(error)}`, {
    cause: error,
  });
}

function holder(dataDir: string): string {
  try {
    return ` (process ${readFileSync(pidFile(dataDir), 'utf8').trim()})`;
  } catch {
    return '';
  }
}
