/**
 * A folder with a site and nothing else. A list of its files, with the hashes of their contents, limits what a later run
 * deletes.
 *
 * Grammar of the list:
 *   list = FIRST_LINE "\n" { hash "  " path "\n" }      as of sha256sum
 *   path = a path that a site has: see SITE_FILE
 */

import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { usageError } from '../../../../base/errors.js';
import { deleteFile } from '../../../../base/files/delete-file.js';
import { readRegularFile } from '../../../../base/files/regular-file.js';
import { writeWhole } from '../../../../base/files/temporary-file.js';
import { updateFile } from '../../../../base/files/update-file.js';
import { cannotWrite } from '../../../../base/files/write-file.js';
import { systemWords } from '../../../../base/system-words.js';
import type { Context } from '../../../../cli/command/spec.js';
import type { SiteFile } from '../../../../site/build-site.js';

/** Name of the list of files. */
const LIST = 'site-files.txt';
const FIRST_LINE =
  '# Files of a site that archctl wrote, with their SHA-256. Files that are changed or not listed are never deleted.';
/** First line of lists without hashes, which allow no deletion. */
const WITHOUT_HASHES = '# Files of a site that archctl wrote. Other files in this folder are never deleted.';
const ENTRY = /^([0-9a-f]{64}) {2}(.+)$/;
/** A path that a site has. A list that someone else prepared can name no other file, such as `.git/config`. */
const SITE_FILE =
  /^(?:(?:objects|diagrams|flows|decisions)\/[^/\\.][^/\\]*\.html|pictures\/[^/\\.][^/\\]*\.svg|drawings\/[^/\\.][^/\\]*\.js|[\w-]+\.(?:html|js|css))$/;
/** A list of a million files. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;

export interface WrittenSite {
  files: number;
  bytes: number;
  /** Files of the earlier site that were not deleted, by reason. */
  kept: ReadonlyMap<string, readonly string[]>;
}

/** Files of an earlier site with their recorded hashes: two after an interrupted run, none in an older list. */
type Listed = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Writes the files of a site, and deletes files of the earlier site that it no longer has. An interrupted run is completed
 * by the next one. Errors: `usage` for a folder with other files, and a link in the place of a file or folder.
 */
export async function writeSite(
  { world }: Pick<Context, 'world'>,
  folder: string,
  files: AsyncIterable<SiteFile>,
): Promise<WrittenSite> {
  const root = resolve(world.cwd, folder);
  const before = listedFiles(root, folder);
  const write = (path: string, content: string) =>
    updateFile(join(root, path), [Buffer.from(content)], world.signal);
  const writeList = (listed: Listed) =>
    write(
      LIST,
      [FIRST_LINE, ...[...listed].flatMap(([path, hashes]) => [...hashes].map((it) => entryOf(path, it)))]
        .map((line) => `${line}\n`)
        .join(''),
    );
  const written = new Map<string, Set<string>>();
  let bytes = 0;
  mkdirSync(root, { recursive: true });
  await writeList(before);
  const list = openList(root, folder);
  try {
    for await (const { path, content } of files) {
      world.signal.throwIfAborted();
      makeFolder(root, dirname(path), folder);
      const hash = hashOf(content);
      // Listed before it is written, so that the next run may delete it after a crash.
      writeWhole(list, Buffer.from(`${entryOf(path, hash)}\n`));
      await write(path, content);
      written.set(path, new Set([hash]));
      bytes += Buffer.byteLength(content);
    }
  } finally {
    closeSync(list);
  }
  const obsolete = new Map([...before].filter(([path]) => !written.has(path)));
  const kept = deleteObsolete(root, obsolete);
  const keptPaths = new Set([...kept.values()].flat());
  const remaining = [...obsolete].filter(([path, hashes]) => keptPaths.has(path) && hashes.size > 0);
  await writeList(new Map([...written, ...remaining].sort(([a], [b]) => (a < b ? -1 : 1))));
  return { files: written.size, bytes, kept };
}

const entryOf = (path: string, hash: string): string => `${hash}  ${path}`;

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Opens the list that was just written, to append to it. */
function openList(root: string, folder: string): number {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return openSync(join(root, LIST), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw cannotWrite(join(folder, LIST), error);
  }
}

/** Deletes the files that still have a recorded content. Returns those that stay, by reason. */
function deleteObsolete(root: string, obsolete: Listed): Map<string, string[]> {
  const kept = new Map<string, string[]>();
  const keep = (path: string, reason: string): void =>
    void kept.set(reason, [...(kept.get(reason) ?? []), path]);
  for (const [path, hashes] of obsolete) {
    if (hashes.size === 0) {
      if (lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile())
        keep(path, `the list ${LIST} is of an earlier version and contains no hashes`);
      continue;
    }
    try {
      const isExpected = (content: Buffer): boolean => hashes.has(hashOf(content));
      if (deleteFile(join(root, path), { below: root, isExpected }) === 'changed')
        keep(path, 'the content has changed since archctl wrote it');
    } catch (error) {
      keep(path, systemWords(error));
    }
  }
  return kept;
}

/** Errors: `usage` if the folder cannot be used for a site. */
export function checkSiteFolder({ world }: Pick<Context, 'world'>, folder: string): void {
  listedFiles(resolve(world.cwd, folder), folder);
}

/** Files of the earlier site; none for a new or empty folder. */
function listedFiles(root: string, folder: string): Listed {
  const stat = lstatSync(root, { throwIfNoEntry: false });
  if (!stat) return new Map();
  if (!stat.isDirectory() && !stat.isSymbolicLink())
    throw usageError(`Option --out: ${folder} is not a folder.`, { hint: 'Pass a new or empty folder.' });
  const names = readdirSync(root);
  if (names.length === 0) return new Map();
  const files = names.includes(LIST) ? filesIn(join(root, LIST)) : undefined;
  if (!files)
    throw usageError(`Option --out: ${folder} contains files that are not part of a site.`, {
      hint: 'Pass a new or empty folder, or the folder of an earlier site.',
    });
  return files;
}

/** Files of the list that a site can have; undefined if it is not a list of files. */
function filesIn(path: string): Listed | undefined {
  const refuse = ({ size }: { size: number }) => (size > MAX_LIST_BYTES ? 'is too large' : undefined);
  let text: string;
  try {
    text = readRegularFile(path, { flags: constants.O_NOFOLLOW ?? 0, refuse }).content;
  } catch {
    return undefined;
  }
  const [first, ...lines] = text.split('\n');
  const listed = new Map<string, Set<string>>();
  if (first !== FIRST_LINE && first !== WITHOUT_HASHES) return undefined;
  for (const line of lines) {
    const [, hash, path = ''] = first === FIRST_LINE ? (ENTRY.exec(line) ?? []) : [line, undefined, line];
    if (!SITE_FILE.test(path)) continue;
    const hashes = listed.get(path) ?? new Set();
    if (hash !== undefined) hashes.add(hash);
    listed.set(path, hashes);
  }
  return listed;
}

/** Creates a folder inside the site. Errors: `usage` for a link. */
function makeFolder(root: string, path: string, folder: string): void {
  if (path === '.') return;
  const full = join(root, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (!stat) mkdirSync(full);
  else if (!stat.isDirectory())
    throw usageError(`Option --out: ${join(folder, path)} is not a folder.`, {
      hint: 'Delete it, and try again.',
    });
}
