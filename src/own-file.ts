import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';

/**
 * Files that archctl wrote for itself and finds again: small, this user's own, and never behind a link. What else lies
 * in their place was put there by somebody.
 */

/** Larger is none of ours, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * What such a file holds; undefined where there is none. Nothing waits for a pipe in its place.
 * @throws Error whose message ends the sentence "the file …": a link, no file, another's, writable by others, too large.
 */
export function readOwnFile(path: string): string | undefined {
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
    const problem = problemOf(fstatSync(handle));
    if (problem !== undefined) throw new Error(problem);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

function problemOf(stat: Stats): string | undefined {
  if (!stat.isFile()) return 'is not a regular file';
  if (stat.size > MAX_BYTES) return 'is larger than archctl writes it';
  // Windows has neither.
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (stat.uid !== user) return `belongs to another user (${stat.uid})`;
  return (stat.mode & 0o022) === 0 ? undefined : 'may be written by other users';
}

/** Writes such a file for the owner's eyes only from its first byte, whole or not at all, never through a link. */
export function replaceOwnFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
