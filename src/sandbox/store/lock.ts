import { join } from 'node:path';
import Database from 'libsql';
import { usageError } from '../../base/errors.js';
import { readOwnFile, replaceOwnFile } from '../../base/own-file.js';
import { makePrivateFile } from '../../base/write-file.js';

/**
 * Keeps a data directory for this process alone: an exclusive SQLite lock on a file of its own, which the system
 * lets go when the process ends, however it ends. (Not on the database itself: libsql keeps a closed connection, and
 * with it the lock, until its statements are collected.)
 * @returns what lets go of it.
 * @throws ArchctlError `usage` where another process, or another sandbox of this one, holds it.
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
      hint: 'Stop that one, or name another data directory.',
      cause: error,
    });
  }
  // Only for the message above: the lock is what counts.
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
    // The message says less then.
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
