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

/**
 * A lock that is also the way to write. It is a directory beside the file, which holds the file's successor under a name
 * of its own, and is moved into place whole: that fails where a directory that is not empty stands. Who holds it moves
 * the successor over the file. Taking the lock away from a process that died or stands still is to remove its successor:
 * then that process, should it go on, has nothing to move. So no clock, process id or break at the wrong moment loses a
 * change.
 */
export interface Lock {
  /** A file for what shall take the place of the old one; mode 0600. It is gone once the lock was taken away. */
  readonly successor: string;
  /** Puts the successor in place. False where the lock was taken away: nothing was changed. */
  commit(): boolean;
  /** Lets go; also after `commit`, and where it was taken away. */
  release(): void;
}

/** Milliseconds; tests bring their own. */
export interface LockClock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const SYSTEM: LockClock = { now: Date.now, wait };

/** What a lock guards takes milliseconds: one older than this, or waited for as long as that, is left behind. */
const STALE_MS = 10_000;
const PATIENCE_MS = 5_000;
/** Others come first for so long only where very many want it at once. */
const WITHIN_MS = 20_000;
const STEP_MS = 15;

export const lockOf = (file: string): string => `${file}.lock`;
/** What follows in the name of a lock that is not in place yet, and is the name of its successor. */
export const UNPLACED = /^-([0-9a-f]{16})$/;
/** A directory to write in beside the file, named like a lock that is not in place: left behind, it goes like one. */
export const deskOf = (file: string): string => `${lockOf(file)}-${randomBytes(8).toString('hex')}`;

/** Errors: `usage` when it stays taken; what the file system says where nothing can be made there. */
export async function takeLock(file: string, clock: LockClock = SYSTEM): Promise<Lock> {
  const place = lockOf(file);
  const name = randomBytes(8).toString('hex');
  const own = `${place}-${name}`;
  let watched = { holder: '', ms: 0 };
  try {
    for (let waited = 0; waited < WITHIN_MS; waited += STEP_MS) {
      prepare(own, name);
      if (move(own, place)) return held(place, name, file);
      const holder = holderOf(place);
      watched = { holder: holder.name, ms: holder.name === watched.holder ? watched.ms + STEP_MS : 0 };
      if (clock.now() - holder.sinceMs > STALE_MS || watched.ms > PATIENCE_MS) takeAway(place, holder.name);
      await clock.wait(STEP_MS);
    }
  } catch (error) {
    discard(own, name);
    throw error;
  }
  discard(own, name);
  throw usageError(`Other archctl processes keep changing the profiles (${place}).`, { hint: 'Try again.' });
}

function held(place: string, name: string, file: string): Lock {
  const successor = join(place, name);
  return {
    successor,
    commit: () => unlessGone(() => renameSync(successor, file)),
    release: () => discard(place, name),
  };
}

/** False where the file, or the directory it lay in, is not there any more. */
export function unlessGone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (isOneOf(error, ['ENOENT', 'ENOTDIR'])) return false;
    throw error;
  }
}

/** The lock with its successor, made once; for root in another's directory it is that user's. */
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
    // Windows says EPERM or EACCES for a directory in the way; whether it may be written showed as `own` was made.
    if (isOneOf(error, ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'EACCES', 'ENOENT'])) return false;
    throw error;
  }
}

/** Who holds it and since when; a plain file in its place was left by something else. */
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

/** Removes just the successor that was seen: one that came since stays. */
function takeAway(place: string, name: string): void {
  quietly(() => unlinkSync(name === '' ? place : join(place, name)));
  // Only where it is empty.
  quietly(() => rmdirSync(place));
}

function discard(directory: string, name: string): void {
  quietly(() => unlinkSync(join(directory, name)));
  quietly(() => rmdirSync(directory));
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Gone already, or another's by now.
  }
}

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes(String((error as NodeJS.ErrnoException).code));
