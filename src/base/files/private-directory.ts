import { type Stats, statSync } from 'node:fs';
import { makeDirectory } from './make-directory.js';

type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/**
 * Whether a file belongs to another user: neither this user nor root nor, for root, the user who called sudo. Always
 * false on Windows, which has no numeric user ids.
 */
export function isOtherUser(uid: number): boolean {
  const self = process.geteuid?.();
  if (self === undefined) return false;
  const caller = self === 0 ? Number(process.env.SUDO_UID ?? 0) : self;
  return ![self, 0, caller].includes(uid);
}

/**
 * Reason why a path cannot be trusted: it belongs to another user, or others may write to it. A group whose id equals
 * the owner's user id counts as private. Undefined if it can be trusted, and on Windows, where modes mean nothing.
 */
export function ownershipProblem({ uid, gid, mode }: Ownership): string | undefined {
  if (process.geteuid === undefined) return undefined;
  if (isOtherUser(uid)) return `it belongs to another user (uid ${uid})`;
  const isWritableByOthers = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid);
  return isWritableByOthers ? 'other users can write to it' : undefined;
}

/**
 * Creates a directory for this user only. An existing one keeps its mode: read access by others is acceptable for
 * files with mode 0600. Throws file system errors, and an error if other users can change the directory.
 */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path);
  const stat = statSync(path);
  const reason = ownershipProblem(stat);
  if (reason === undefined) return;
  // Sticky directories such as /tmp are shared on purpose, so archctl does not advise changing their mode.
  const isFixable = stat.uid === process.geteuid?.() && (stat.mode & 0o1000) === 0;
  throw new Error(`${reason}${isFixable ? '; "chmod go-w" corrects this' : ''}`);
}
