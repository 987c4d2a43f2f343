import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { usageError } from '../base/errors.js';
import { quietly } from '../base/quietly.js';

/**
 * A lock that also performs the write. It is a directory beside the file that contains the file's successor under a
 * unique name. Renaming the directory into place acquires the lock: the rename fails while a non-empty directory is
 * there. The holder commits by renaming the successor over the file. A lock of a dead or stalled process is broken by
 * removing its successor, after which that process has nothing left to commit. So no clock, process id or unlucky break
 * can lose a change.
 */
export interface Lock {
  /** File for the new content, mode 0600. Removed if the lock is broken. */
  readonly successor: string;
  /** Renames the successor over the file. Returns false if the lock was broken and nothing changed. */
  commit(): boolean;
  /** Releases the lock, also after `commit` or if it was broken. */
  release(): void;
}

/** Time in milliseconds; injected by tests. */
export interface LockClock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const SYSTEM: LockClock = { now: Date.now, wait };

/** Saving takes milliseconds: a lock that is older, or was waited for this long, is abandoned. */
const STALE_MS = 10_000;
const TAKEOVER_MS = 5_000;
/** Maximum wait; other processes can only come first for so long if very many compete. */
const MAX_WAIT_MS = 20_000;
const STEP_MS = 15;

export const lockOf = (file: string): string => `${file}.lock`;
/** Suffix of a lock that is not in place yet; also the name of its successor. */
export const UNPLACED = /^-([0-9a-f]{16})$/;
/** Temporary directory beside the file, named like an unplaced lock, so that remains are removed the same way. */
export const temporaryDirectoryOf = (file: string): string =>
  `${lockOf(file)}-${randomBytes(8).toString('hex')}`;

/** Acquires the lock. Errors: `usage` if it stays taken; errors of the file system. */
export async function takeLock(file: string, clock: LockClock = SYSTEM): Promise<Lock> {
  const place = lockOf(file);
  const name = randomBytes(8).toString('hex');
  const own = `${place}-${name}`;
  let observed = { holder: '', ms: 0 };
  try {
    for (let waited = 0; waited < MAX_WAIT_MS; waited += STEP_MS) {
      prepare(own, name);
      if (move(own, place)) return lockAt(place, name, file);
      const holder = holderOf(place);
      observed = { holder: holder.name, ms: holder.name === observed.holder ? observed.ms + STEP_MS : 0 };
      if (clock.now() - holder.sinceMs > STALE_MS || observed.ms > TAKEOVER_MS) breakLock(place, holder.name);
      await clock.wait(STEP_MS);
    }
  } catch (error) {
    discard(own, name);
    throw error;
  }
  discard(own, name);
  throw usageError(`Other archctl processes keep changing the profiles (${place}).`, { hint: 'Try again.' });
}

function lockAt(place: string, name: string, file: string): Lock {
  const successor = join(place, name);
  return {
    successor,
    commit: () => succeedsIfPresent(() => renameSync(successor, file)),
    release: () => discard(place, name),
  };
}

/** Runs `work`; returns false if the file or its directory no longer exists. */
export function succeedsIfPresent(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (isOneOf(error, ['ENOENT', 'ENOTDIR'])) return false;
    throw error;
  }
}

/** Creates the lock with its successor, with the owner of the directory if root runs it. */
function prepare(own: string, name: string): void {
  try {
    mkdirSync(own, { mode: 0o700 });
  } catch (error) {
    if (isOneOf(error, ['EEXIST'])) return;
    throw error;
  }
  const successor = join(own, name);
  const handle = openSync(successor, 'wx', 0o600);
  fchmodSync(handle, 0o600);
  closeSync(handle);
  const { uid, gid } = statSync(dirname(own));
  if (process.geteuid?.() !== 0 || uid === 0) return;
  chownSync(successor, uid, gid);
  chownSync(own, uid, gid);
}

function move(own: string, place: string): boolean {
  try {
    renameSync(own, place);
    return true;
  } catch (error) {
    // Windows reports EPERM or EACCES for an existing directory; write permission was proven by creating `own`.
    if (isOneOf(error, ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'EACCES', 'ENOENT'])) return false;
    throw error;
  }
}

/** Holder and age of the lock; a plain file in its place is a leftover. */
function holderOf(place: string): { name: string; sinceMs: number } {
  try {
    const stat = statSync(place);
    if (!stat.isDirectory()) return { name: '', sinceMs: stat.mtimeMs };
    const [name = ''] = readdirSync(place);
    return { name, sinceMs: statSync(join(place, name)).mtimeMs };
  } catch {
    return { name: '', sinceMs: Number.POSITIVE_INFINITY };
  }
}

/** Removes only the successor that was seen; a newer one stays. */
function breakLock(place: string, name: string): void {
  quietly(() => unlinkSync(name === '' ? place : join(place, name)));
  // Fails unless the directory is empty.
  quietly(() => rmdirSync(place));
}

function discard(directory: string, name: string): void {
  quietly(() => unlinkSync(join(directory, name)));
  quietly(() => rmdirSync(directory));
}

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes(String((error as NodeJS.ErrnoException).code));
