import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { ArchctlError, usageError } from '../../base/errors.js';
import { makeDirectory } from '../../base/make-directory.js';
import { lockDirectory } from './lock.js';
import { type Db, rows } from './rows.js';
import { SCHEMA_STEPS, SCHEMA_VERSION } from './schema.js';

/** An open database. */
export interface OpenDatabase {
  db: Db;
  close(): void;
}

/**
 * Opens the database of a data directory, for this process alone, or one in memory.
 * @throws ArchctlError `usage` where the directory is in use, cannot be used, or was written by a later version.
 */
export function openDatabase(dataDir: string | undefined): OpenDatabase {
  if (dataDir === undefined) {
    const db = prepare(new Database(':memory:'), 'memory');
    return { db, close: () => void db.close() };
  }
  try {
    // Keys and models are nobody else's business.
    makeDirectory(dataDir);
    const unlock = lockDirectory(dataDir);
    try {
      const db = openFile(dataDir);
      const close = () => {
        // One whole file is left behind, without a log beside it.
        db.pragma('wal_checkpoint(TRUNCATE)');
        db.close();
        unlock();
      };
      return { db, close };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    if (error instanceof ArchctlError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw usageError(`The data directory ${dataDir} cannot be used: ${message}`, {
      hint: 'Name another data directory, or keep nothing.',
      cause: error,
    });
  }
}

function openFile(dataDir: string): Db {
  const file = join(dataDir, 'sandbox.db');
  const db = new Database(file);
  chmodSync(file, 0o600);
  return prepare(db, dataDir);
}

function prepare(db: Db, dataDir: string): Db {
  try {
    db.pragma('journal_mode = WAL');
    // An answered write has to survive kill -9 and a power cut.
    db.pragma('synchronous = FULL');
    const found = schemaVersion(db);
    if (found > SCHEMA_VERSION) {
      throw usageError(
        `The sandbox data in ${dataDir} has schema ${found}; this archctl knows ${SCHEMA_VERSION}.`,
        { hint: 'Use the archctl that wrote it, or name another data directory.' },
      );
    }
    if (found < SCHEMA_VERSION) {
      const missing = SCHEMA_STEPS.slice(found).join('\n');
      db.exec(`BEGIN; ${missing} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function schemaVersion(db: Db): number {
  const row = rows<{ user_version: number }>(db, 'PRAGMA user_version').get();
  return row?.user_version ?? 0;
}
