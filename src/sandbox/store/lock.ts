import { join } from 'node:path';
import Database from 'libsql';
import { usageError } from '../../base/errors.js';
import { readOwnFile, replaceOwnFile } from '../../base/files/own-file.js';
import { makePrivateFile } from '../../base/files/write-file.js';

/**
 * Locks a data directory for this process with an exclusive SQLite lock on a separate file. The operating system
 * releases it when the process ends, even after a crash. (The database file itself cannot be used: libsql keeps a
 * closed connection, and with it the lock, until its statements are garbage-collected.)
 * @returns a function that releases the lock.
 * @throws ArchctlError `usage` if another process, or another sandbox in this one, holds it.
 */
export function lockDirectory(dataDir: string): () => void {
  const file = join(dataDir, 'sandbox.lock');
  makePrivateFile(file);
  const db = new Database(file);
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    throw usageError(`The data directory ${dataDir} is in use by another sandbox${holder(dataDir)}.`, {
      hint: 'Stop that sandbox, or use another data directory.',
      cause: error,
    });
  }
  // Used only in the error message above; the SQLite lock is authoritative.
  nameHolder(dataDir);
  return () => {
    try {
      db.exec('ROLLBACK');
    } finally {
      db.close();
    }
  };
}

const pidFile = (dataDir: string): string => join(dataDir, 'sandbox.pid');

function nameHolder(dataDir: string): void {
  try {
    replaceOwnFile(pidFile(dataDir), `${process.pid}\n`);
  } catch {
    // The error message then omits the process id.
  }
}

function holder(dataDir: string): string {
  try {
    const [, pid] = /^(\d+)\s*$/.exec(readOwnFile(pidFile(dataDir))?.content ?? '') ?? [];
    return pid === undefined ? '' : ` (process ${pid})`;
  } catch {
    return '';
  }
}
