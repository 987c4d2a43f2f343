import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { usageError } from '../../base/errors.js';
import { cannotDelete, deleteEmptyFolder, deleteFile } from '../../base/files/delete-file.js';
import { targetOf } from '../../base/files/file-target.js';
import { readIfThere } from '../../base/files/regular-file.js';
import { replaceFile } from '../../base/files/write-file.js';
import type { Installation } from './places.js';

/** A change of one file; `content` is the new content in bytes, undefined to delete it. */
export interface Change {
  path: string;
  change: 'create' | 'update' | 'remove' | 'unchanged';
  content?: string;
  /** Content of a file to delete: if it has another one by then, it stays. */
  before?: string;
}

/** Header of every completion script of archctl. */
const OURS = /^# Completion of archctl /m;

/** Computes the changes of `install` without writing anything. Errors: `usage`. */
export function planInstall({ script, startup }: Installation, text: string): Change[] {
  const found = readBytes(script);
  if (found !== undefined && !OURS.test(found)) {
    throw usageError(`${script} exists already and was not written by archctl.`, {
      hint: 'Move it away. Nothing was changed.',
    });
  }
  return [
    changeOf(script, found, bytesOf(text)),
    ...(startup
      ? [planStartup(startup.path, (content) => withBlock(content, bytesOf(startup.lines), startup.path))]
      : []),
  ];
}

export function planUninstall({ script, startup }: Installation): Change[] {
  const found = readBytes(script);
  const isOurs = found !== undefined && OURS.test(found);
  const { path } = startup ?? {};
  return [
    ...(path
      ? [planStartup(path, (content) => (content === undefined ? undefined : withoutBlock(content, path)))]
      : []),
    changeOf(script, found, isOurs ? undefined : found),
  ];
}

function planStartup(path: string, edit: (content: string | undefined) => string | undefined): Change {
  const content = readBytes(path);
  return changeOf(path, content, edit(content));
}

function changeOf(path: string, before: string | undefined, after: string | undefined): Change {
  if (before === after) return { path, change: 'unchanged' };
  if (after === undefined) return { path, change: 'remove', ...(before !== undefined && { before }) };
  return { path, change: before === undefined ? 'create' : 'update', content: after };
}

/** Carries out the changes. Errors: `usage`. */
export function applyChanges(changes: readonly Change[], bases: readonly string[]): void {
  for (const { path, change, content, before } of changes) {
    if (change === 'remove') removeFile(path, before, bases);
    else if (content !== undefined) replaceBytes(path, content);
  }
}

/**
 * A marked block in a user's file such as `.bashrc`. Never touches anything outside the marks; removing the block
 * restores the file byte for byte.
 */
const BEGIN = '# >>> archctl completion >>>';
const END = '# <<< archctl completion <<<';

/** Flags in the first mark: the file was created for the block, or did not end with a newline. */
const NEW_FILE = ' (new file)';
const NO_NEWLINE = ' (no line feed before)';

const BLOCK = new RegExp(
  `^${BEGIN}(${escaped(NEW_FILE)}|${escaped(NO_NEWLINE)})?\\r?\\n(?:(?!^${BEGIN})[^])*?^${END}\\r?(?:\\n|$)`,
  'm',
);

function escaped(text: string): string {
  return text.replace(/[()]/g, '\\$&');
}

/** Adds or replaces the block. `undefined` is a missing file. */
export function withBlock(content: string | undefined, body: string, path: string): string {
  const found = findBlock(content ?? '', path);
  if (found) return replaced(content ?? '', found, render(body, found.flag));
  if (content === undefined) return render(body, NEW_FILE);
  const isOpen = content !== '' && !content.endsWith('\n');
  return isOpen ? `${content}\n${render(body, NO_NEWLINE)}` : content + render(body, '');
}

/** Removes the block; undefined if the file was created for it and contains nothing else. */
export function withoutBlock(content: string, path: string): string | undefined {
  const found = findBlock(content, path);
  if (!found) return content;
  const { flag, start, length } = found;
  const isLast = start + length === content.length;
  const isAdded = flag === NO_NEWLINE && isLast && content[start - 1] === '\n';
  const rest = replaced(content, isAdded ? { ...found, start: start - 1, length: length + 1 } : found, '');
  if (flag === NEW_FILE && rest === '') return undefined;
  // A start-up file assembled from several may contain the block more than once.
  return withoutBlock(rest, path);
}

interface FoundBlock {
  start: number;
  length: number;
  flag: string;
}

function findBlock(content: string, path: string): FoundBlock | undefined {
  const match = BLOCK.exec(content);
  if (match) return { start: match.index, length: match[0].length, flag: match[1] ?? '' };
  if (content.includes(BEGIN)) {
    throw usageError(`${path} contains the start of archctl's block but not its end.`, {
      hint: `Remove the line "${BEGIN}" and the lines of the block. Nothing was changed.`,
    });
  }
  return undefined;
}

const render = (body: string, flag: string): string =>
  `${BEGIN}${flag}\n# "archctl completion uninstall" takes this away.\n${body}${END}\n`;

const replaced = (content: string, { start, length }: FoundBlock, text: string): string =>
  content.slice(0, start) + text + content.slice(start + length);

/** One character per byte, so that foreign content is preserved in any encoding. */
const BYTES = 'latin1';

/** Content of a file; undefined if it does not exist. Errors: `usage`. */
const readBytes = (path: string): string | undefined => readIfThere(path, path, { encoding: BYTES })?.content;

/** Encodes archctl's own text in the same form. */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString(BYTES);

/**
 * Replaces a file atomically (see `replaceFile`). Errors: `usage`, also for files that a replacement would alter: hard
 * links and files of other users.
 */
function replaceBytes(path: string, content: string): void {
  refuseUnusual(path);
  replaceFile(path, Buffer.from(content, BYTES));
}

/**
 * Deletes a file and its empty parent directories, up to `bases`. Of a start-up file that is a link, the target is deleted.
 * Errors: `usage`.
 */
function removeFile(path: string, before: string | undefined, bases: readonly string[]): void {
  try {
    const isExpected = (content: Buffer): boolean => content.toString(BYTES) === before;
    if (deleteFile(targetOf(path).path, { isExpected }) === 'changed')
      throw new Error('it has changed in the meantime');
    for (let at = dirname(path); !bases.includes(at) && at !== dirname(at); at = dirname(at))
      if (!deleteEmptyFolder(at)) return;
  } catch (error) {
    throw cannotDelete(path, error);
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
