/**
 * The one place where files are written: whole or not at all, never over what is no file, never through a link or a
 * name that another user could have put there.
 */

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ArchctlError, usageError } from './errors.js';
import { targetOf } from './file-target.js';
import { makeDirectory } from './make-directory.js';
import { systemWords } from './system-words.js';
import { writeInto } from './write-into.js';

export interface WriteOptions {
  /**
   * `keep`, unless told: a file that is replaced keeps its mode, a new one is as the umask has it. `owner`: readable by
   * its owner only, from the first byte.
   */
  access?: 'keep' | 'owner';
}

/**
 * Writes what a person asked for to the file they named. Devices, pipes and `/dev/stdout` are written into; a pipe's
 * reader is waited for.
 * @returns whether it went to this process's own stdout, where nothing else then belongs.
 * @throws ArchctlError `usage` with the reason (a directory, a full disk, no permission); an abort of `signal`.
 */
export async function writeFile(
  path: string,
  content: Uint8Array | string,
  signal?: AbortSignal,
): Promise<{ isStdout: boolean }> {
  try {
    const target = targetOf(path);
    const { stat, descriptor } = target;
    if (descriptor === undefined && (stat === undefined || stat.isFile())) {
      replace(target.path, stat, bytesOf(content), 'keep');
      return { isStdout: false };
    }
    await writeInto(target, bytesOf(content), signal);
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
        writeAll(handle, Buffer.from(content));
      } catch (error) {
        release();
        throw cannotWrite(path, error);
      }
      closeSync(handle);
    },
    release,
  };
}

/** Beside its place first, under a name that nobody can guess; then moved there. */
function replace(path: string, before: Stats | undefined, bytes: Uint8Array, access: 'keep' | 'owner'): void {
  // A file is protected by its own mode, too, though a rename would not ask.
  if (before) closeSync(openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)));
  makeDirectory(dirname(path), access === 'owner' ? 0o700 : 0o777);
  const temporary = join(dirname(path), `.archctl-${crypto.randomUUID()}.tmp`);
  const handle = openSync(temporary, 'wx', before || access === 'owner' ? 0o600 : 0o666);
  try {
    try {
      writeAll(handle, bytes);
      if (before) keepOwnerAndMode(handle, before, access);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

/** Where the owner cannot stay, neither do rights that were meant for that owner's group, nor set-user-id. */
function keepOwnerAndMode(handle: number, before: Stats, access: 'keep' | 'owner'): void {
  if (process.platform === 'win32') return;
  const { uid, gid } = fstatSync(handle);
  const owner = uid === before.uid || tries(() => fchownSync(handle, before.uid, -1));
  const group = gid === before.gid || tries(() => fchownSync(handle, -1, before.gid));
  if (access === 'owner') return;
  const mode = before.mode & (owner && group ? 0o7777 : 0o777);
  // Others' rights are all that the wrong group may have.
  fchmodSync(handle, group ? mode : (mode & 0o707) | (mode & ((mode & 0o007) << 3)));
}

function tries(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.byteLength; ) offset += writeSync(handle, bytes, offset);
  fsyncSync(handle);
}

const remove = (path: string): void => void tries(() => unlinkSync(path));

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

function cannotWrite(path: string, error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  return usageError(`Cannot write ${path}: ${systemWords(error)}.`, { hint: HINTS[code], cause: error });
}
