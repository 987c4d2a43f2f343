import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { usageError } from '../errors.js';

export interface ReadOptions {
  encoding?: BufferEncoding;
  flags?: number;
  /** Reason not to read the opened file, as the end of a sentence; undefined to read it. */
  refuse?: (stat: Stats) => string | undefined;
}

export interface ReadFile {
  content: string;
  stat: Stats;
}

/**
 * Reads a text file. Never blocks on a pipe or device. Checks and reads the same open file.
 *
 * @throws Error of the system, or one whose message completes "the file …".
 */
export function readRegularFile(
  path: string,
  { encoding = 'utf8', flags = 0, refuse }: ReadOptions = {},
): ReadFile {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const stat = fstatSync(handle);
    const problem = stat.isFile() ? refuse?.(stat) : 'is not a regular file';
    if (problem !== undefined) throw new Error(problem);
    return { content: readFileSync(handle, encoding), stat };
  } finally {
    closeSync(handle);
  }
}

/** Whether an error means that the file does not exist, or that its directory is not a directory. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Reads an optional file; undefined if it does not exist. Errors: `usage`, with the file called `what`. */
export function readIfThere(path: string, what = path, options?: ReadOptions): ReadFile | undefined {
  try {
    return readRegularFile(path, options);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const { code, message } = error as NodeJS.ErrnoException;
    throw usageError(`Cannot read ${what}: ${code ? '' : 'it '}${message}.`, { cause: error });
  }
}
