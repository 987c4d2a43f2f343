import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { isAbsent, readRegularFile } from '../../../base/files/regular-file.js';
import { replaceFile } from '../../../base/files/write-file.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/words.js';
import type { Context } from '../../../cli/command/spec.js';
import { LATEST } from '../../../contract/scopes.js';
import { identify } from '../../../model/compare/identity.js';
import { type Locked, type Model, modelOf } from '../../../model/document/element.js';
import { type ReadFiles, readModel, type SourceFile } from '../../../model/document/read.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { isIn, statesOf } from '../../../model/live/references.js';
import { LOCK_FILE } from '../../../model/lock/lock-name.js';
import { withLock } from '../../../model/lock/with-lock.js';
import type { ReferenceChange } from '../../../model/plan/plan-types.js';
import { referenceChanges } from '../../../model/plan/reference-changes.js';
import { STDIN } from './sources.js';

/** Lock files of documents, and the current state of the elements that a document refers to. */

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

/** Current states of the references of a document, and their differences from the lock file. */
export interface CurrentReferences {
  states: ReadonlyMap<string, Locked>;
  changes: readonly ReferenceChange[];
}

/**
 * Reads the landscapes that a document refers to: the current one, and those that references name. Errors: those of
 * the client; `not-found` for an unknown landscape.
 */
export async function currentReferences(context: Context, model: Model): Promise<CurrentReferences> {
  const states = new Map<string, Locked>();
  const changes: ReferenceChange[] = [];
  if (model.references.size === 0) return { states, changes };
  const landscapeId = await context.scope('landscape');
  const here = await landscapeAt(context, landscapeId);
  const elsewhere = new Set<string>();
  for (const it of model.references.values())
    if (it.landscape !== undefined && !isIn(here, it)) elsewhere.add(it.landscape);
  add(
    here,
    onlyReferences(model, (it) => isIn(here, it)),
  );
  for (const named of elsewhere) {
    const id = await (await context.names()).idOf('landscape', named, 'Field references');
    const { references } = onlyReferences(model, (it) => it.landscape === named);
    // Elements of this document are in another landscape, so they match no record of this one.
    add(await landscapeAt(context, id), modelOf([], { references, owners: model.owners }), named);
  }
  return { states, changes };

  function add(live: LiveLandscape, of: Model, named = live.landscape.name): void {
    const from = { ...live, landscape: { ...live.landscape, name: named } };
    const now = modelOfLandscape(from, identify(from, of).ids, of.namespace, of);
    for (const [key, state] of statesOf(of, from, now)) states.set(key, state);
    changes.push(...referenceChanges(of, from, now));
  }
}

const onlyReferences = (
  model: Model,
  isWanted: (reference: Parameters<typeof isIn>[1]) => boolean,
): Model => ({
  ...model,
  references: new Map([...model.references].filter(([, it]) => isWanted(it))),
});

/** A landscape without the contents of its diagrams. */
async function landscapeAt(context: Context, landscapeId: string): Promise<LiveLandscape> {
  const { readLandscape } = await import('../../../model/live/read-landscape.js');
  return readLandscape(await context.reader(), { landscapeId, versionId: LATEST }, false);
}
