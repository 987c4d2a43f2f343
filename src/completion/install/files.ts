import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../../errors.js';
import { makeDirectory } from '../../make-directory.js';

/** Bytes as text, one character each: what is not ours stays as it is, whatever its encoding. */
const BYTES = 'latin1';

/** The content of a file; undefined where there is none. Errors: `usage`. */
export function readBytes(path: string): string | undefined {
  try {
    return readFileSync(path, BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw usageError(`Cannot read ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Our own text in the same form. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString(BYTES);

/**
 * Replaces a file whole or not at all. Its mode stays; where it is a symbolic link, as startup files often are, the file
 * it leads to is replaced. Errors: `usage`.
 */
export function replaceFile(path: string, content: string): void {
  const target = targetOf(path);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    makeDirectory(dirname(target), 0o777);
    writeFileSync(temporary, content, { encoding: BYTES, flag: 'wx' });
    const mode = modeOf(target);
    if (mode !== undefined) chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw usageError(`Cannot write ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Removes a file, and directories above it that hold nothing else, up to `bases`. Errors: `usage`. */
export function removeFile(path: string, bases: readonly string[]): void {
  try {
    rmSync(path, { force: true });
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

function modeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mode;
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
