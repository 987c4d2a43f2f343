import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { cannotDelete, deleteEmptyFolder, deleteFile } from '../../../base/files/delete-file.js';
import { makeDirectory } from '../../../base/files/make-directory.js';
import { readIfThere } from '../../../base/files/regular-file.js';
import { cannotWrite, replaceFile } from '../../../base/files/write-file.js';
import { VERSION } from '../../../base/version.js';
import type { Place } from './places.js';

export interface Change {
  path: string;
  /** Folder below which no link is followed. */
  base: string;
  change: 'new' | 'updated' | 'removed' | 'unchanged';
  before: string | undefined;
  after: string | undefined;
}

interface TextFile {
  path: string;
  text: string;
}

/** Lists the installed files with their hashes, so that changes of the user are recognized. */
const MANIFEST = '.archctl-skill.json';

/** Computes the changes of an installation without writing. Errors: `usage` for links, and for files of the user. */
export function planInstall(place: Place, files: readonly TextFile[], isForced: boolean): Change[] {
  const installed = readManifest(place);
  const hashes = Object.fromEntries(files.map(({ path, text }) => [path, hashOf(text)]));
  const manifest = {
    path: MANIFEST,
    text: `${JSON.stringify({ version: VERSION, files: hashes }, null, 2)}\n`,
  };
  const obsolete = [...installed.keys()].filter((path) => !(path in hashes));
  return [
    ...files.map(({ path, text }) => planFile(place, path, text, installed, isForced)),
    ...obsolete.map((path) => planFile(place, path, undefined, installed, isForced)),
    planFile(place, MANIFEST, manifest.text, installed, true),
  ];
}

/** Computes the changes of a removal. Errors: `usage`. */
export function planUninstall(place: Place, isForced: boolean): Change[] {
  const installed = readManifest(place);
  return [
    ...[...installed.keys()].map((path) => planFile(place, path, undefined, installed, isForced)),
    planFile(place, MANIFEST, undefined, installed, true),
  ].filter(({ before }) => before !== undefined);
}

function planFile(
  place: Place,
  path: string,
  after: string | undefined,
  installed: ReadonlyMap<string, string>,
  isForced: boolean,
): Change {
  const full = join(place.base, place.folder, path);
  const before = readFileBelow(place, path);
  const { base } = place;
  if (before === after) return { path: full, base, change: 'unchanged', before, after };
  const isOurs = before === undefined || installed.get(path) === hashOf(before);
  if (!isOurs && !isForced)
    throw usageError(`${full} was changed, or was not written by archctl.`, {
      hint: 'Move it away, or use --force to discard your changes. Nothing was changed.',
    });
  const change = after === undefined ? 'removed' : before === undefined ? 'new' : 'updated';
  return { path: full, base, change, before, after };
}

/** Content of a file; undefined if it does not exist. Errors: `usage` for a link anywhere below the base. */
function readFileBelow({ base, folder }: Place, path: string): string | undefined {
  const full = join(base, folder, path);
  let at = base;
  for (const part of join(folder, path).split(/[\\/]/)) {
    at = join(at, part);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (at !== full && stat.isFile())
      throw usageError(`${at} is a file, not a folder.`, { hint: 'Move it away. Nothing was changed.' });
    if (stat.isSymbolicLink())
      throw usageError(`${at} is a link, which is not followed.`, {
        hint: 'Replace it with a regular file or folder. Nothing was changed.',
      });
  }
  return readIfThere(full)?.content;
}

/** Hashes of installed files by path below the folder; empty if nothing is installed. */
function readManifest(place: Place): Map<string, string> {
  const text = readFileBelow(place, MANIFEST);
  if (text === undefined) return new Map();
  try {
    const { files } = JSON.parse(text) as { files: Record<string, unknown> };
    const entries = Object.entries(files).filter(([path]) => /^(?:references\/)?[\w-]+\.md$/.test(path));
    return new Map(entries.map(([path, hash]) => [path, String(hash)]));
  } catch {
    // Without hashes, every different file counts as changed by the user.
    return new Map();
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Carries out all changes; if one fails, the earlier ones are undone. Errors: `usage`. */
export function applyChanges(changes: readonly Change[]): void {
  const pending = changes.filter(({ change }) => change !== 'unchanged');
  const done: Change[] = [];
  try {
    for (const it of pending) {
      write(it, it.before, it.after);
      done.push(it);
    }
  } catch (error) {
    for (const it of done.reverse()) write(it, it.after, it.before);
    throw error;
  }
}

function write({ path, base }: Change, from: string | undefined, to: string | undefined): void {
  if (to === undefined) {
    removeFile(path, base, from);
    return;
  }
  try {
    makeDirectory(dirname(path), 0o777);
    replaceFile(path, to);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Deletes a file with this content, and the folders of the skill that are empty afterwards. Errors: `usage`. */
function removeFile(path: string, base: string, from: string | undefined): void {
  try {
    const isExpected = (content: Buffer): boolean => content.toString() === from;
    if (deleteFile(path, { below: base, isExpected }) === 'changed')
      throw new Error('it has changed in the meantime');
    for (let at = dirname(path); /[\\/]archctl(?:[\\/]references)?$/.test(at); at = dirname(at))
      if (!deleteEmptyFolder(at, base)) return;
  } catch (error) {
    throw cannotDelete(path, error);
  }
}
