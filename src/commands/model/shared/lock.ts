import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { isAbsent, readRegularFile } from '../../../base/files/regular-file.js';
import { replaceFile } from '../../../base/files/write-file.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/text/words.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Model } from '../../../model/document/element.js';
import { type ReadFiles, readModel, type SourceFile } from '../../../model/document/read.js';
import { LOCK_FILE } from '../../../model/lock/lock-name.js';
import { withLock } from '../../../model/lock/with-lock.js';
import { STDIN } from './sources.js';

const RELOCK = 'Write it again with "archctl model lock".';

/** Path of the lock file: beside the first file with references. Undefined for a document from stdin. */
export function lockPath({ references }: Model): string | undefined {
  const [first] = references.values();
  const file = first?.place?.file;
  return file === undefined || file === STDIN ? undefined : join(dirname(file), LOCK_FILE);
}

const isLock = ({ path }: SourceFile): boolean => basename(path) === LOCK_FILE;

/**
 * Reads a document, with its lock file if it has references. The lock file is one of `files`, or beside them if
 * `isOnDisk`. Errors: `usage` for a lock file that cannot be read.
 */
export async function readLocked(
  { world }: Pick<Context, 'world'>,
  files: readonly SourceFile[],
  isOnDisk = true,
): Promise<ReadFiles> {
  const read = readModel(files.filter((it) => !isLock(it)));
  if (read.model.references.size === 0) return read;
  const beside = lockPath(read.model);
  const given = files.find(isLock);
  const path = given?.path ?? beside;
  const text = given?.text ?? (isOnDisk && beside !== undefined ? textOfLock(world.cwd, beside) : undefined);
  if (path === undefined || text === undefined) return read;
  const { readLock } = await import('../../../model/lock/lock-file.js');
  const states = readLock(text);
  if ('problem' in states) throw usageError(`Cannot read ${path}: ${states.problem}.`, { hint: RELOCK });
  return { ...read, model: withLock(read.model, states) };
}

/** Maximum size of a lock file. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Text of a lock file; undefined if there is none. Errors: `usage` for a link, and a file that is too large. */
export function textOfLock(cwd: string, path: string): string | undefined {
  const full = resolve(cwd, path);
  try {
    if (lstatSync(full).isSymbolicLink()) throw new Error('is a link, which is not supported for lock files');
    const refuse = ({ size }: { size: number }) =>
      size > MAX_BYTES ? `is larger than ${bytesInWords(MAX_BYTES)}` : undefined;
    return readRegularFile(full, { refuse }).content;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const why = (error as NodeJS.ErrnoException).code === undefined ? 'it ' : '';
    throw usageError(`Cannot read ${path}: ${why}${systemWords(error)}.`, { cause: error, hint: RELOCK });
  }
}

/** Writes a lock file. Errors: `usage` for a link. */
export function writeLock(cwd: string, path: string, text: string): void {
  const full = resolve(cwd, path);
  if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink())
    throw usageError(`${path} is a link and was not written.`, { hint: 'Replace it with a regular file.' });
  replaceFile(full, text);
}
