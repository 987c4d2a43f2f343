import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { makeDirectory } from '../../base/make-directory.js';
import { readRegularFile } from '../../base/regular-file.js';

/** Bytes as text, one character each: what is not ours stays as it is, whatever its encoding. */
const BYTES = 'latin1';

/** The content of a file; undefined where there is none. Errors: `usage`. */
export function readBytes(path: string): string | undefined {
  try {
    return readRegularFile(path, BYTES).content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw usageError(`Cannot read ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Our own text in the same form. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString(BYTES);

/**
 * Replaces a file whole or not at all. Its mode and owner stay; where it is a symbolic link, as startup files often are,
 * the file it leads to is replaced. Errors: `usage`, also for what is no file of one name.
 */
export function replaceFile(path: string, content: string): void {
  const target = targetOf(path);
  const temporary = `${target}.${process.pid}.tmp`;
  let isOurs = false;
  try {
    const stat = statSync(target, { throwIfNoEntry: false });
    if (stat) refuseUnusual(stat);
    makeDirectory(dirname(target), 0o777);
    // Nobody else reads it before it has the mode of the file it replaces.
    writeFileSync(temporary, content, { encoding: BYTES, flag: 'wx', mode: 0o600 });
    isOurs = true;
    if (stat && process.getuid && stat.uid !== process.getuid()) chownSync(temporary, stat.uid, stat.gid);
    chmodSync(temporary, stat ? stat.mode & 0o7777 : 0o666 & ~process.umask());
    renameSync(temporary, target);
  } catch (error) {
    if (isOurs) rmSync(temporary, { force: true });
    throw usageError(`Cannot write ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Removes a file, and directories above it that hold nothing else, up to `bases`. Errors: `usage`. */
export function removeFile(path: string, bases: readonly string[]): void {
  try {
    rmSync(targetOf(path), { force: true });
    for (
      let above = dirname(path);
      !bases.includes(above) && above !== dirname(above);
      above = dirname(above)
    ) {
      if (readdirSync(above).length > 0) return;
      rmdirSync(above);
    }
  } catch (error) {
    throw usageError(`Cannot remove ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** What would not be the same after it was replaced: a device, a pipe, one of several names of a file. */
function refuseUnusual(stat: Stats): void {
  if (!stat.isFile()) throw new Error('it is not a regular file');
  if (stat.nlink > 1) throw new Error('it has several names (hard links), which would be parted');
}

function targetOf(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  try {
    return realpathSync(path);
  } catch {
    // It leads to a file that is not there yet.
    return resolve(dirname(path), readlinkSync(path));
  }
}
