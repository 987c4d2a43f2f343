import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { usageError } from '../../base/errors.js';
import { targetOf } from '../../base/files/file-target.js';
import { readIfThere } from '../../base/files/regular-file.js';
import { replaceFile } from '../../base/files/write-file.js';
import { systemWords } from '../../base/system-words.js';

/** One character per byte, so that foreign content is preserved in any encoding. */
const BYTES = 'latin1';

/** Content of a file; undefined if it does not exist. Errors: `usage`. */
export const readBytes = (path: string): string | undefined =>
  readIfThere(path, path, { encoding: BYTES })?.content;

/** Encodes archctl's own text in the same form. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString(BYTES);

/**
 * Replaces a file atomically (see `replaceFile`). Errors: `usage`, also for files that a replacement would alter: hard
 * links and files of other users.
 */
export function replaceBytes(path: string, content: string): void {
  refuseUnusual(path);
  replaceFile(path, Buffer.from(content, BYTES));
}

/** Removes a file and its empty parent directories, up to `bases`. Errors: `usage`. */
export function removeFile(path: string, bases: readonly string[]): void {
  try {
    rmSync(targetOf(path).path, { force: true });
    for (
      let above = dirname(path);
      !bases.includes(above) && above !== dirname(above);
      above = dirname(above)
    ) {
      if (readdirSync(above).length > 0) return;
      rmdirSync(above);
    }
  } catch (error) {
    throw usageError(`Cannot remove ${path}: ${systemWords(error)}.`, { cause: error });
  }
}

function refuseUnusual(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return;
  const own = process.geteuid?.() ?? stat.uid;
  const reason =
    stat.nlink > 1
      ? 'it has several names (hard links), which would be separated'
      : own !== 0 && stat.uid !== own && 'it belongs to another user';
  if (reason) throw usageError(`Cannot write ${path}: ${reason}.`);
}
