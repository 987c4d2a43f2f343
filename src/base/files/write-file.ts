/**
 * Writes files atomically, never over anything but regular files, and never through links or names that another user
 * could have planted.
 */

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ArchctlError, usageError } from '../errors.js';
import { systemWords } from '../system-words.js';
import { targetOf } from './file-target.js';
import { type Access, createTemporaryFile, remove, writeWhole } from './temporary-file.js';
import { type Pieces, writeInto } from './write-into.js';

export interface WriteOptions {
  /**
   * `keep` (default): a replaced file keeps its mode, a new one follows the umask. `owner`: readable by its owner only,
   * from the first byte.
   */
  access?: Access;
}

/**
 * Writes to the file that a user named. Writes into devices, pipes and `/dev/stdout`, and waits for the reader of a
 * pipe. Streams content that arrives in pieces, and rethrows its errors.
 *
 * @returns whether the bytes went to this process's stdout, where nothing else may follow.
 *
 * @throws ArchctlError `usage` with the reason (a directory, a full disk, no permission); an abort of `signal`.
 */
export async function writeFile(
  path: string,
  content: Uint8Array | string | Pieces,
  signal?: AbortSignal,
): Promise<{ isStdout: boolean }> {
  const pieces = isWhole(content) ? [bytesOf(content)] : content;
  try {
    const target = targetOf(path);
    const { stat, descriptor } = target;
    if (descriptor === undefined && (stat === undefined || stat.isFile())) {
      await replaceWith(target.path, stat, pieces);
      return { isStdout: false };
    }
    await writeInto(target, pieces, signal);
    return { isStdout: descriptor === 1 };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw cannotWrite(path, error);
  }
}

/**
 * Replaces or creates a file and its parent directories atomically. On failure, the old content stays and no temporary
 * file remains. Keeps mode and owner. Follows a symbolic link and replaces its target.
 *
 * @throws ArchctlError `usage` with the reason; also if it is not a regular file.
 */
export function replaceFile(
  path: string,
  content: Uint8Array | string,
  { access = 'keep' }: WriteOptions = {},
): void {
  try {
    const target = targetOf(path);
    if (target.stat && !target.stat.isFile()) throw new Error('it is not a regular file');
    replace(target.path, target.stat, bytesOf(content), access);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/**
 * Creates a file, or restricts an existing one, so that only its owner can read it. For files that other code then
 * opens by name, such as a database or a log. Errors: `usage`.
 */
export function makePrivateFile(path: string): void {
  try {
    const { path: target, stat } = targetOf(path);
    if (stat && !stat.isFile()) throw new Error('it is not a regular file');
    const handle = stat ? openSync(target, constants.O_WRONLY) : openSync(target, 'wx', 0o600);
    try {
      if (process.platform !== 'win32' && (fstatSync(handle).mode & 0o077) !== 0) fchmodSync(handle, 0o600);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** A new file reserved for a secret, readable by its owner only. */
export interface Reserved {
  /** Writes the secret, once. On failure, removes the file. Errors: `usage`. */
  write(content: string): void;
  /** Removes the empty file. */
  release(): void;
}

/** Creates an empty file for a secret that does not exist yet. Errors: `usage`. */
export function reserveSecretFile(path: string): Reserved {
  let target: string;
  let handle: number;
  try {
    // The file itself is created exclusively, so it cannot be a link; its directories are checked.
    target = join(targetOf(dirname(resolve(path))).path, basename(path));
    handle = openSync(target, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw usageError(`${path} exists already and is not overwritten.`, { hint: 'Name another file.' });
    throw cannotWrite(path, error);
  }
  const { dev, ino } = fstatSync(handle);
  const release = (): void => {
    closeSync(handle);
    // Removes only the file created here: another one may now have its name.
    const now = lstatSync(target, { throwIfNoEntry: false });
    if (now?.dev === dev && now.ino === ino) remove(target);
  };
  return {
    write(content) {
      try {
        writeWhole(handle, Buffer.from(content));
        fsyncSync(handle);
      } catch (error) {
        release();
        throw cannotWrite(path, error);
      }
      closeSync(handle);
    },
    release,
  };
}

function replace(path: string, before: Stats | undefined, bytes: Uint8Array, access: Access): void {
  const file = createTemporaryFile(path, before, access);
  try {
    file.write(bytes);
    file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
}

async function replaceWith(path: string, before: Stats | undefined, content: Pieces): Promise<void> {
  const file = createTemporaryFile(path, before, 'keep');
  try {
    for await (const piece of content) file.write(piece);
    file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
}

const isWhole = (content: Uint8Array | string | Pieces): content is Uint8Array | string =>
  typeof content === 'string' || content instanceof Uint8Array;

const bytesOf = (content: Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space, or write elsewhere.',
  EDQUOT: 'Free some space, or write elsewhere.',
  EACCES: 'The file and its directory must be writable, because the file is replaced.',
  EPERM: 'The file and its directory must be writable, because the file is replaced.',
  EROFS: 'Write elsewhere: the file system is read-only.',
  EBUSY: 'A mounted file cannot be replaced. Name another.',
  EPIPE: 'The reader has closed the pipe.',
};

/** A `usage` error with the system's reason why a file cannot be written; returns any ArchctlError unchanged. */
export function cannotWrite(path: string, error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  return usageError(`Cannot write ${path}: ${systemWords(error)}.`, { hint: HINTS[code], cause: error });
}
