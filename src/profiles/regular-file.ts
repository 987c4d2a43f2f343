import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { sharedWith } from '../private-directory.js';

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
    if (sharedWith(stat) !== undefined) throw new Error('another user may have written it');
    if (stat.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return { content: readFileSync(handle, 'utf8'), modifiedMs: stat.mtimeMs };
  } finally {
    closeSync(handle);
  }
}
