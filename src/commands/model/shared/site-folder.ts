import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { isAbsent } from '../../../base/files/regular-file.js';
import { updateFile } from '../../../base/files/update-file.js';
import type { Context } from '../../../cli/command/spec.js';
import type { SiteFile } from '../../../site/build-site.js';

/** A folder with a site and nothing else: a list of its files limits what a later run replaces or deletes. */

/** Name of the list of files: a first line that identifies it, then one path a line. */
const LIST = 'site-files.txt';
const FIRST_LINE = '# Files of a site that archctl wrote. Other files in this folder are never deleted.';

export interface WrittenSite {
  files: number;
  bytes: number;
}

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
  const writeList = (paths: Iterable<string>) => write(LIST, `${[FIRST_LINE, ...paths].join('\n')}\n`);
  const written = new Set<string>();
  let bytes = 0;
  mkdirSync(root, { recursive: true });
  await writeList(before);
  for await (const { path, content } of files) {
    world.signal.throwIfAborted();
    makeFolder(root, dirname(path), folder);
    // Listed before it is written, so that the next run may replace or delete it after a crash.
    appendFileSync(join(root, LIST), `${path}\n`);
    await write(path, content);
    written.add(path);
    bytes += Buffer.byteLength(content);
  }
  for (const path of before) if (!written.has(path)) remove(join(root, path));
  await writeList([...written].sort());
  return { files: written.size, bytes };
}

/** Errors: `usage` if the folder cannot be used for a site. */
export function checkSiteFolder({ world }: Pick<Context, 'world'>, folder: string): void {
  listedFiles(resolve(world.cwd, folder), folder);
}

/** Files of the earlier site; none for a new or empty folder. */
function listedFiles(root: string, folder: string): string[] {
  const stat = lstatSync(root, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory() && !stat.isSymbolicLink())
    throw usageError(`Option --out: ${folder} is not a folder.`, { hint: 'Pass a new or empty folder.' });
  const names = readdirSync(root);
  if (names.length === 0) return [];
  const files = names.includes(LIST) ? filesIn(join(root, LIST)) : undefined;
  if (!files)
    throw usageError(`Option --out: ${folder} contains files that are not part of a site.`, {
      hint: 'Pass a new or empty folder, or the folder of an earlier site.',
    });
  return files;
}

/** Paths of the list that are inside the folder; undefined if it is not a list of files. */
function filesIn(path: string): string[] | undefined {
  if (!lstatSync(path).isFile()) return undefined;
  const [first, ...paths] = readFileSync(path, 'utf8').split('\n');
  return first === FIRST_LINE ? [...new Set(paths)].filter(isInside) : undefined;
}

/** Returns true for a file name, or one in a subfolder. */
const isInside = (path: string): boolean =>
  /^(?:[^/\\]+\/)?[^/\\]+$/.test(path) && !path.split('/').some((it) => it === '..' || it === '.');

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

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}
