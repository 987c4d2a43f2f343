import { constants, lstatSync, rmSync, type Stats } from 'node:fs';
import { sharedWith } from './private-directory.js';
import { isAbsent, readRegularFile } from './regular-file.js';
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
