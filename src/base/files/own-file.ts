import { constants, lstatSync, type Stats } from 'node:fs';
import { deleteFile } from './delete-file.js';
import { ownershipProblem } from './private-directory.js';
import { isAbsent, readRegularFile } from './regular-file.js';
import { replaceFile } from './write-file.js';

/**
 * Small private files that archctl writes for itself and reads again. Never follows links: anything else in their place
 * was put there by someone else.
 */

/** Default size limit in bytes; larger files were not written by archctl. */
const MAX_BYTES = 64 * 1024;

/**
 * Content and modification time of such a file; undefined if it does not exist. Never blocks on a pipe.
 *
 * @throws Error whose message completes "the file …": a link, not a regular file, owned by another user, writable by
 * others, or too large.
 */
export function readOwnFile(
  path: string,
  maxBytes = MAX_BYTES,
): { content: string; modifiedMs: number } | undefined {
  try {
    const refuse = (stat: Stats) => problemOf(stat, maxBytes);
    const { content, stat } = readRegularFile(path, { flags: constants.O_NOFOLLOW ?? 0, refuse });
    return { content, modifiedMs: stat.mtimeMs };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(code === 'ELOOP' ? 'is a symbolic link' : `cannot be opened (${code})`, { cause: error });
  }
}

function problemOf(stat: Stats, maxBytes: number): string | undefined {
  if (stat.size > maxBytes) return 'is too large to have been written by archctl';
  if (ownershipProblem(stat) === undefined) return undefined;
  const isOurs = stat.uid === process.geteuid?.();
  return isOurs ? 'is writable by other users' : `belongs to another user (${stat.uid})`;
}

/** Writes such a file atomically, with mode 0600 from its first byte. Replaces a link instead of following it. */
export function replaceOwnFile(path: string, content: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) deleteFile(path, { isLinkDeleted: true });
  replaceFile(path, content, { access: 'owner' });
}
