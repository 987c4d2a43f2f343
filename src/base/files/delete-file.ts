/**
 * Deletes files: the only function of archctl that deletes a file which it did not create in the same call.
 *
 * It deletes only in folders that belong to this user and that no other user can write to, and never through a link. So no
 * other user can replace a folder by a link between check and deletion. On Linux, each folder is opened by the descriptor of
 * the one above it, and the deletion uses the descriptor: it also stays in the checked folder if this user moves folders.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmdirSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type ArchctlError, usageError } from '../errors.js';
import { systemWords } from '../system-words.js';
import { targetOf } from './file-target.js';
import { ownershipProblem } from './private-directory.js';
import { isAbsent } from './regular-file.js';

export interface DeleteOptions {
  /**
   * Folder that the file must be in, directly or in a subfolder. It is the choice of the user and may be a link; nothing
   * below it may be one. Default: the folder of the file.
   */
  below?: string | undefined;
  /** Returns whether this is the content that archctl wrote. Without it, any content is deleted. */
  isExpected?: (content: Buffer) => boolean;
  /** Also deletes a symbolic link in the place of the file: the link, not its target. */
  isLinkDeleted?: boolean;
}

/** Result of a deletion: the file is gone, did not exist, or stays because its content is not the expected one. */
export type Deletion = 'deleted' | 'absent' | 'changed';

/**
 * Deletes a regular file.
 *
 * @throws Error whose message ends a sentence such as "Cannot delete FILE: …": a link, a path outside the folder, a folder of
 * another user or one that others can write to, or not a regular file. Errors of the file system.
 */
export function deleteFile(path: string, options: DeleteOptions = {}): Deletion {
  try {
    return inFolderOf(path, options.below, (file) => deleteIn(file, options));
  } catch (error) {
    if (isAbsent(error)) return 'absent';
    throw error;
  }
}

/** Checks without deleting that `deleteFile` may delete a file. Errors: as of `deleteFile`. */
export function checkDeletable(path: string, { below, isLinkDeleted }: DeleteOptions = {}): void {
  try {
    inFolderOf(path, below, (file) => refuseFile(lstatSync(file), isLinkDeleted));
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** Deletes a folder if it is empty, with the same checks of the folders above it. Returns whether it was deleted. */
export function deleteEmptyFolder(path: string, below?: string): boolean {
  try {
    return inFolderOf(path, below, (folder) => {
      rmdirSync(folder);
      return true;
    });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) return false;
    throw error;
  }
}

/** A `usage` error with the reason why a file cannot be deleted. */
export const cannotDelete = (path: string, error: unknown): ArchctlError =>
  usageError(`Cannot delete ${path}: ${systemWords(error)}.`, {
    hint: 'archctl deletes only in folders that are yours and not shared. Check the folder, or delete the file yourself.',
    cause: error,
  });

/** Checks and opens the folders from `below` to the path, and runs `work` with a path that no longer depends on them. */
function inFolderOf<T>(path: string, below: string | undefined, work: (path: string) => T): T {
  const full = resolve(path);
  const root = resolve(below ?? dirname(full));
  const parts = relative(root, full).split(sep);
  if (parts[0] === '..' || parts[0] === '' || resolve(root, ...parts) !== full)
    throw new Error(`it is outside ${root}`);
  let folder = openFolder(targetOf(root).path, root);
  try {
    for (const [at, part] of parts.slice(0, -1).entries()) {
      const next = openFolder(join(folder.path, part), join(root, ...parts.slice(0, at + 1)));
      folder.close();
      folder = next;
    }
    return work(join(folder.path, basename(full)));
  } finally {
    folder.close();
  }
}

interface OpenFolder {
  /** Path for system calls: on Linux that of the descriptor. */
  path: string;
  close(): void;
}

/** Opens a folder that is not a link. `shown` is its path in errors. */
function openFolder(path: string, shown: string): OpenFolder {
  const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
  refuseFolder(lstatSync(path), shown);
  if (process.platform !== 'linux') return { path, close: () => undefined };
  const handle = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const close = (): void => closeSync(handle);
  try {
    const stat = fstatSync(handle);
    refuseFolder(stat, shown);
    const byHandle = `/proc/self/fd/${handle}`;
    // Some containers have no /proc.
    return { path: isSame(statThrough(byHandle), stat) ? byHandle : path, close };
  } catch (error) {
    close();
    throw error;
  }
}

function refuseFolder(stat: Stats, shown: string): void {
  if (stat.isSymbolicLink()) throw new Error(`${shown} is a link`);
  const problem = stat.isDirectory() ? ownershipProblem(stat) : 'it is not a folder';
  if (problem !== undefined) throw new Error(`the folder ${shown} is not used, because ${problem}`);
}

const statThrough = (path: string): Stats | undefined => lstatSync(`${path}/.`, { throwIfNoEntry: false });

const isSame = (a: Stats | undefined, b: Stats): boolean => a?.dev === b.dev && a.ino === b.ino;

function refuseFile(stat: Stats, isLinkDeleted = false): void {
  if (stat.isSymbolicLink() && !isLinkDeleted) throw new Error('it is a link');
  if (!stat.isFile() && !stat.isSymbolicLink()) throw new Error('it is not a regular file');
}

function deleteIn(path: string, { isExpected, isLinkDeleted }: DeleteOptions): Deletion {
  const stat = lstatSync(path);
  refuseFile(stat, isLinkDeleted);
  if (isExpected && stat.isFile()) {
    const { content, opened } = readOpened(path);
    if (!isSame(stat, opened) || !isExpected(content)) return 'changed';
    // It may have been replaced or written while it was read.
    const now = lstatSync(path);
    if (!isSame(now, opened) || now.mtimeMs !== opened.mtimeMs || now.size !== opened.size) return 'changed';
  }
  unlinkSync(path);
  return 'deleted';
}

function readOpened(path: string): { content: Buffer; opened: Stats } {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const opened = fstatSync(handle);
    if (!opened.isFile()) throw new Error('it is not a regular file');
    return { content: readFileSync(handle), opened };
  } finally {
    closeSync(handle);
  }
}
