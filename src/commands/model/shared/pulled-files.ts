import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { systemWords } from '../../../base/system-words.js';
import { replaceFile } from '../../../base/write-file.js';
import type { Context } from '../../../cli/command/spec.js';
import { MOST_MARKS, marksOf } from '../../../model/document/parse.js';
import type { SourceFile } from '../../../model/document/read.js';
import { isDocument, LAYOUT_FOLDER, readSources } from './sources.js';

/** The files that a pull reads, and writes again. */

type Where = Pick<Context, 'world'>;

/** Where a document lies: a folder, or one file. */
export type Target = { dir: string } | { file: string };

export interface Written {
  path: string;
  status: 'new' | 'changed' | 'unchanged' | 'removed';
}

const folderOf = (target: Target): string => ('dir' in target ? target.dir : dirname(target.file));

/** The files that are there already, as typed; none where nothing is. Errors: `usage`. */
export async function filesThere(context: Where, target: Target): Promise<SourceFile[]> {
  const path = 'dir' in target ? target.dir : target.file;
  const full = resolve(context.world.cwd, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (!stat) return [];
  if ('file' in target) {
    if (!stat.isFile())
      throw usageError(`Option --file: ${path} is no file.`, {
        hint: 'A link is none, nor is a folder: name --dir for that.',
      });
    return readSources(context, [path]);
  }
  if (stat.isFile()) throw usageError(`Option --dir: ${path} is a file.`, { hint: 'Name it with --file.' });
  return isEmpty(full) ? [] : readSources(context, [path]);
}

const isEmpty = (folder: string): boolean =>
  !namesIn(folder).some(isDocument) && !namesIn(join(folder, LAYOUT_FOLDER)).some(isDocument);

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Paths of a document that was made anew, where it is to lie. */
export const placed = (target: Target, files: readonly SourceFile[]): SourceFile[] =>
  files.map(({ path, text }) => ({ path: 'dir' in target ? join(target.dir, path) : target.file, text }));

/** Options of a model that is written to one file, however large it is. */
export const ONE_FILE = { mostMarks: Number.POSITIVE_INFINITY };

/** Refuses to write a file that could not be read again. Errors: `usage`. */
export function refuseTooLarge({ path, text }: SourceFile): void {
  if (marksOf(text) > MOST_MARKS)
    throw usageError(`${path} would be larger than a file of a model may be, and is not written.`, {
      hint: 'Write it to a folder without a document: large models are split by domain there.',
    });
}

/**
 * What became of each file, and makes it so unless it is a dry run: first the documents, then layouts, then what is gone.
 * All are looked at before one is written: none lies outside the folder, and none is a link.
 * Errors: `usage`.
 */
export function writeFiles(
  { world }: Where,
  target: Target,
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  isDry: boolean,
): Written[] {
  const known = new Map(before.map(({ path, text }) => [path, text]));
  const kept = new Set(after.map(({ path }) => path));
  const written = after.map(({ path, text }): Written & { text: string } => {
    const old = known.get(path);
    return { path, text, status: old === undefined ? 'new' : old === text ? 'unchanged' : 'changed' };
  });
  const gone = before
    .filter(({ path }) => !kept.has(path))
    .map(({ path }): Written => ({ path, status: 'removed' }));
  const touched = [...written.filter(({ status }) => status !== 'unchanged'), ...gone];
  for (const { path, status } of touched) refuseElsewhere(world.cwd, folderOf(target), path, status);
  if (!isDry) {
    for (const it of written)
      if (it.status !== 'unchanged') replaceFile(resolve(world.cwd, it.path), it.text);
    for (const { path } of gone) removeFile(resolve(world.cwd, path), path);
  }
  return [...written.map(({ path, status }) => ({ path, status })), ...gone];
}

/** Errors: `usage` for a path that leads out of the folder, by its words or by a link, and for what is there already. */
function refuseElsewhere(cwd: string, folder: string, path: string, status: Written['status']): void {
  const root = resolve(cwd, folder);
  const parts = relative(root, resolve(root, resolve(cwd, path))).split(sep);
  if (parts[0] === '..' || parts[0] === '')
    throw usageError(`${path} lies outside ${folder}, and is not written.`);
  for (let at = 1; at <= parts.length; at += 1) {
    const part = join(root, ...parts.slice(0, at));
    const stat = lstatSync(part, { throwIfNoEntry: false });
    const isLast = at === parts.length;
    if (stat?.isSymbolicLink())
      throw usageError(`${path} is a link, or lies behind one, and is not written.`, {
        hint: 'Put a file in its place, or pull to another folder.',
      });
    if (isLast && stat && status === 'new')
      throw usageError(`${path} is there already, and is no part of the document.`, {
        hint: 'Move it away, or pull to another folder.',
      });
  }
}

function removeFile(full: string, path: string): void {
  try {
    unlinkSync(full);
  } catch (error) {
    throw usageError(`Cannot remove ${path}: ${systemWords(error)}.`, { cause: error });
  }
}
