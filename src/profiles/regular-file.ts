import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Reads a text, and when it was last written. A pipe or device in its place is an error, and nothing waits for it. */
export function readRegularFile(
  path: string,
  encoding: BufferEncoding = 'utf8',
): { content: string; modifiedMs: number; bytes: number; stat: Stats } {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new Error('it is not a regular file');
    return { content: readFileSync(handle, encoding), modifiedMs: stat.mtimeMs, bytes: stat.size, stat };
  } finally {
    closeSync(handle);
  }
}

/**
 * The same for what archctl keeps for itself: what another user wrote or may write, or what is larger than archctl writes,
 * is an error.
 */
export function readOwnFile(path: string, maxBytes: number): { content: string; modifiedMs: number } {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new Error('it is not a regular file');
    if (!isOwn(stat)) throw new Error('another user may have written it');
    if (stat.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return { content: readFileSync(handle, 'utf8'), modifiedMs: stat.mtimeMs };
  } finally {
    closeSync(handle);
  }
}

/** Root counts as this user; a group with the user's number is the user's own, as most systems make them. */
function isOwn({ uid, gid, mode }: Stats): boolean {
  const self = process.geteuid?.();
  if (self === undefined) return true;
  return (uid === self || uid === 0) && (mode & (gid === uid ? 0o002 : 0o022)) === 0;
}
