import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { sharedWith } from './private-directory.js';
import { replaceFile } from './write-file.js';

/**
 * Files that archctl wrote for itself and finds again: small, this user's own, and never behind a link. What else lies
 * in their place was put there by somebody.
 */

/** Larger is none of ours, in bytes, unless told. */
const MAX_BYTES = 64 * 1024;

/**
 * What such a file holds, and when it was last written; undefined where there is none. Nothing waits for a pipe in its
 * place.
 * @throws Error whose message ends the sentence "the file …": a link, no file, another's, writable by others, too large.
 */
export function readOwnFile(
  path: string,
  maxBytes = MAX_BYTES,
): { content: string; modifiedMs: number } | undefined {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') throw new Error('is a symbolic link', { cause: error });
    throw new Error(`cannot be opened (${code})`, { cause: error });
  }
  try {
    const stat = fstatSync(handle);
    const problem = problemOf(stat, maxBytes);
    if (problem !== undefined) throw new Error(problem);
    return { content: readFileSync(handle, 'utf8'), modifiedMs: stat.mtimeMs };
  } finally {
    closeSync(handle);
  }
}

function problemOf(stat: Stats, maxBytes: number): string | undefined {
  if (!stat.isFile()) return 'is not a regular file';
  if (stat.size > maxBytes) return 'is larger than archctl writes it';
  if (sharedWith(stat) === undefined) return undefined;
  const isOurs = stat.uid === process.geteuid?.();
  return isOurs ? 'may be written by other users' : `belongs to another user (${stat.uid})`;
}

/** Writes such a file for the owner's eyes only from its first byte, whole or not at all; a link is replaced itself. */
export function replaceOwnFile(path: string, content: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path);
  replaceFile(path, content, { access: 'owner' });
}
