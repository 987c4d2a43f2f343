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
