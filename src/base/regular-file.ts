import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { usageError } from './errors.js';

export interface ReadOptions {
  encoding?: BufferEncoding;
  /** What it is opened with besides. */
  flags?: number;
  /** Why what was opened is not read, as the end of a sentence; undefined where it is. */
  refuse?: (stat: Stats) => string | undefined;
}

export interface ReadFile {
  content: string;
  stat: Stats;
}

/**
 * Reads a text. A pipe or device in its place is an error, and nothing waits for it; what is looked at is what is read.
 * @throws Error of the system, or whose message ends the sentence "the file …".
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

/** Whether an error says that there is no such file, or that something else lies where its directory would be. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A file that need not be there; undefined where it is not. Errors: `usage`, which calls the file `what`. */
export function readIfThere(path: string, what = path, options?: ReadOptions): ReadFile | undefined {
  try {
    return readRegularFile(path, options);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const { code, message } = error as NodeJS.ErrnoException;
    throw usageError(`Cannot read ${what}: ${code ? '' : 'it '}${message}.`, { cause: error });
  }
}
