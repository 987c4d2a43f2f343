import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { cannotDelete, checkDeletable, deleteFile } from '../../../base/files/delete-file.js';
import { replaceFile } from '../../../base/files/write-file.js';
import { shellWord } from '../../../cli/command/input/shell-word.js';
import type { Context } from '../../../cli/command/spec.js';
import type { SourceFile } from '../../../model/document/read.js';
import { isFolder, STDOUT } from '../../shared/output/output-file.js';
import { isDocument, readSources, SUBFOLDERS } from './sources.js';

/** Files that a pull reads and updates. */

type Where = Pick<Context, 'world'>;

/** Location of a document: a folder, or one file. */
export type Target = { dir: string } | { file: string };

export interface PulledFile {
  path: string;
  status: 'new' | 'changed' | 'unchanged' | 'removed';
}

/** Location that `--out` names. Errors: `usage` for a file that is not YAML. */
export function targetOf(context: Where, out: string): Target {
  if (isFolder(context, out)) return { dir: out.replace(/(?<=[^/\\])[/\\]+$/, '') };
  if (out !== STDOUT && !/\.ya?ml$/i.test(out))
    throw usageError(`Option --out: ${out} does not end in .yaml.`, {
      hint: `Documents are YAML files. For a folder, add a slash: --out ${shellWord(`${out}/`)}.`,
    });
  return { file: out };
}

const folderOf = (target: Target): string => ('dir' in target ? target.dir : dirname(target.file));

/** Existing files of the document, with paths as typed; empty if there are none. Errors: `usage`. */
export async function existingFiles(context: Where, target: Target): Promise<SourceFile[]> {
  const path = 'dir' in target ? target.dir : target.file;
  const full = resolve(context.world.cwd, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (!stat) return [];
  if ('file' in target) {
    if (!stat.isFile())
      throw usageError(`Option --out: ${path} is not a regular file.`, {
        hint: 'Links are not supported. For a folder, add a slash to the name.',
      });
    return readSources(context, [path]);
  }
  if (stat.isFile())
    throw usageError(`Option --out: ${path} is a file, not a folder.`, {
      hint: 'For a file, leave out the slash.',
    });
  return isEmpty(full) ? [] : readSources(context, [path]);
}

const isEmpty = (folder: string): boolean =>
  !namesIn(folder).some(isDocument) &&
  Object.entries(SUBFOLDERS).every(([name, isOne]) => !namesIn(join(folder, name)).some(isOne));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Moves the paths of a new document to its target. */
export const movedToTarget = (target: Target, files: readonly SourceFile[]): SourceFile[] =>
  files.map(({ path, text }) => ({ path: 'dir' in target ? join(target.dir, path) : target.file, text }));

/** Options for writing a model to one file of any size. */
export const ONE_FILE = { mostMarks: Number.POSITIVE_INFINITY };

/**
 * Status of each file. Unless it is a dry run, writes documents, then layouts, then deletes obsolete files: all, or none
 * if one fails. All paths are checked before the first write: none may be outside the folder or a link. Errors: `usage`.
 */
export function writeFiles(
  { world }: Where,
  target: Target,
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  isDry: boolean,
): PulledFile[] {
  const known = new Map(before.map(({ path, text }) => [path, text]));
  const paths = new Set(after.map(({ path }) => path));
  const written = after.map(({ path, text }): PulledFile & { text: string } => {
    const old = known.get(path);
    return { path, text, status: old === undefined ? 'new' : old === text ? 'unchanged' : 'changed' };
  });
  const removed = before
    .filter(({ path }) => !paths.has(path))
    .map(({ path }): PulledFile => ({ path, status: 'removed' }));
  const changed = [...written.filter(({ status }) => status !== 'unchanged'), ...removed];
  const folder = folderOf(target);
  for (const { path, status } of changed) refuseElsewhere(world.cwd, folder, path, status);
  for (const { path } of removed) refuseDeletion(world.cwd, folder, path);
  if (!isDry)
    writeAll(
      world.cwd,
      folder,
      written.filter(({ status }) => status !== 'unchanged'),
      removed,
      known,
    );
  return [...written.map(({ path, status }) => ({ path, status })), ...removed];
}

/** Writes and removes files. If one fails, the others get their previous content back. Errors: `usage`. */
function writeAll(
  cwd: string,
  folder: string,
  written: readonly SourceFile[],
  removed: readonly PulledFile[],
  known: ReadonlyMap<string, string>,
): void {
  const done: string[] = [];
  const remove = (path: string, text: string | undefined): void => removeFile(cwd, folder, path, text);
  const texts = new Map(written.map(({ path, text }) => [path, text]));
  try {
    for (const { path, text } of written) {
      replaceFile(resolve(cwd, path), text);
      done.push(path);
    }
    for (const { path } of removed) {
      remove(path, known.get(path));
      done.push(path);
    }
  } catch (error) {
    for (const path of done) {
      const before = known.get(path);
      if (before === undefined) remove(path, texts.get(path));
      else replaceFile(resolve(cwd, path), before);
    }
    throw error;
  }
}

/** Errors: `usage` for a path that leaves the folder by `..` or a link, and for a new file that already exists. */
function refuseElsewhere(cwd: string, folder: string, path: string, status: PulledFile['status']): void {
  const root = resolve(cwd, folder);
  const parts = relative(root, resolve(root, resolve(cwd, path))).split(sep);
  if (parts[0] === '..' || parts[0] === '')
    throw usageError(`${path} is outside ${folder} and was not written.`);
  for (let at = 1; at <= parts.length; at += 1) {
    const part = join(root, ...parts.slice(0, at));
    const stat = lstatSync(part, { throwIfNoEntry: false });
    const isLast = at === parts.length;
    if (stat?.isSymbolicLink())
      throw usageError(`${path} is a link, or is behind a link, and was not written.`, {
        hint: 'Replace it with a regular file, or pull to another folder.',
      });
    if (isLast && stat && status === 'new')
      throw usageError(`${path} already exists, and is not part of the document.`, {
        hint: 'Move it away, or pull to another folder.',
      });
  }
}

function refuseDeletion(cwd: string, folder: string, path: string): void {
  try {
    checkDeletable(resolve(cwd, path), { below: resolve(cwd, folder) });
  } catch (error) {
    throw cannotDelete(path, error);
  }
}

/** Deletes a file that still has this text. Errors: `usage`. */
function removeFile(cwd: string, folder: string, path: string, text: string | undefined): void {
  const isExpected = (content: Buffer): boolean => content.toString() === text;
  try {
    if (deleteFile(resolve(cwd, path), { below: resolve(cwd, folder), isExpected }) === 'changed')
      throw new Error('it has changed in the meantime');
  } catch (error) {
    throw cannotDelete(path, error);
  }
}
