import { type Stats, statSync } from 'node:fs';
import { makeDirectory } from './make-directory.js';

type Owned = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/**
 * Whether a file's owner is another user: neither this one nor root and, for root, not whoever called sudo. Never on
 * Windows, where owners have no number.
 */
export function isForeign(uid: number): boolean {
  const self = process.geteuid?.();
  if (self === undefined) return false;
  const caller = self === 0 ? Number(process.env.SUDO_UID ?? 0) : self;
  return ![self, 0, caller].includes(uid);
}

/**
 * Why what lies there cannot be relied on: it belongs to another user, or others may write it. A group of the owner's
 * number is that user's own, as most systems make them. Undefined where it can, and on Windows, where modes tell nothing.
 */
export function sharedWith({ uid, gid, mode }: Owned): string | undefined {
  if (process.geteuid === undefined) return undefined;
  if (isForeign(uid)) return `it belongs to another user (uid ${uid})`;
  const mayOthers = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid);
  return mayOthers ? 'other users may write it' : undefined;
}

/**
 * Makes a directory for this user alone. One that is there keeps its mode, whatever it is: one that others may only read
 * is good enough for files of mode 0600. Throws what the file system says, and where the directory is shared.
 */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path);
  const stat = statSync(path);
  const fault = sharedWith(stat);
  if (fault === undefined) return;
  // A sticky directory, such as /tmp, is meant to be shared: nobody must be led to narrow it.
  const isMendable = stat.uid === process.geteuid?.() && (stat.mode & 0o1000) === 0;
  throw new Error(`${fault}${isMendable ? '; "chmod go-w" on it keeps them out' : ''}`);
}
