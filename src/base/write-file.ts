/**
 * The place where files are written: whole or not at all, never over what is no file, never through a link or a
 * name that another user could have put there.
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
import { type Access, beginFile, remove, writeWhole } from './begun-file.js';
import { ArchctlError, usageError } from './errors.js';
import { targetOf } from './file-target.js';
import { systemWords } from './system-words.js';
import { type Pieces, writeInto } from './write-into.js';

export interface WriteOptions {
  /**
   * `keep`, unless told: a file that is replaced keeps its mode, a new one is as the umask has it. `owner`: readable by
   * its owner only, from the first byte.
   */
  access?: Access;
}

/**
 * Writes what a person asked for to the file they named. Devices, pipes and `/dev/stdout` are written into; a pipe's
 * reader is waited for. Content that comes piece by piece is written as it comes; what it throws is thrown on.
 * @returns whether it went to this process's own stdout, where nothing else then belongs.
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
 * Replaces a file, or makes it and the directories above it, whole or not at all: whatever fails, the old content stays
 * and nothing lies beside it. Mode and owner stay; of a symbolic link, the file it leads to is replaced.
 * @throws ArchctlError `usage` with the reason; also for what is not a regular file.
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
 * Makes sure that a file is there and readable by its owner only, for what then opens it by name: a database, a log. Its
 * content stays. Errors: `usage`.
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

/** A file reserved for a secret: made at once, readable by its owner only, never over another file. */
export interface Reserved {
  /** Writes it, once. Errors: `usage`; then there is no file. */
  write(content: string): void;
  /** Takes the empty file away again. */
  release(): void;
}

/** Makes an empty file for a secret that is yet to come. Errors: `usage`. */
export function reserveSecretFile(path: string): Reserved {
  let target: string;
  let handle: number;
  try {
    // The last part is made new, and so is no link; those in front of it are looked at.
    target = join(targetOf(dirname(resolve(path))).path, basename(path));
    handle = openSync(target, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw usageError(`${path} is there already and is not overwritten.`, { hint: 'Name another file.' });
    throw cannotWrite(path, error);
  }
  const { dev, ino } = fstatSync(handle);
  const release = (): void => {
    closeSync(handle);
    // Only what was made here: another file may have taken the name.
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
  const file = beginFile(path, before, access);
  try {
    file.write(bytes);
    file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
}

async function replaceWith(path: string, before: Stats | undefined, content: Pieces): Promise<void> {
  const file = beginFile(path, before, 'keep');
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
  ENOSPC: 'The disk is full. Make room, or name a file elsewhere.',
  EDQUOT: 'The disk quota is spent. Make room, or name a file elsewhere.',
  EACCES: 'The file and its directory must be writable: a file is replaced whole.',
  EPERM: 'The file and its directory must be writable: a file is replaced whole.',
  EROFS: 'Name a file elsewhere: that file system is read-only.',
  EBUSY: 'A file that is mounted on its own cannot be replaced. Name another.',
  EPIPE: 'Its reader has gone.',
};

/** What the system says about a file that cannot be written, as an error of `usage`; any ArchctlError as it is. */
export function cannotWrite(path: string, error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  return usageError(`Cannot write ${path}: ${systemWords(error)}.`, { hint: HINTS[code], cause: error });
}
