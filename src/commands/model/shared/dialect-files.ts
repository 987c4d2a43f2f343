import { realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { push } from '../../../base/grouped.js';
import { alternatives, truncatedList } from '../../../base/text/words.js';
import type { Context } from '../../../cli/command/spec.js';
import type { ImportFormat } from '../../../model/dialects/by-format.js';
import { Diagnostics } from '../../../model/dialects/diagnostics.js';
import type { Include } from '../../../model/dialects/readers.js';
import { formatOfText } from '../../../model/dialects/recognize.js';
import type { Finding } from '../../../model/document/finding.js';
import type { SourceFile } from '../../../model/document/read.js';
import { type FoundFiles, findFiles, type SkippedEntry } from './folder-files.js';
import { Budget, readSources, STDIN } from './sources.js';

/** Reads files of other tools, including the files that they include. */

/** File extensions by format; YAML extensions do not identify a format. */
export const EXTENSIONS: Readonly<Record<ImportFormat, readonly string[]>> = {
  mermaid: ['.mmd', '.mermaid', '.md', '.markdown'],
  plantuml: ['.puml', '.plantuml', '.pu', '.iuml', '.wsd'],
  structurizr: ['.dsl', '.json'],
  likec4: ['.c4', '.likec4', '.like-c4'],
  backstage: ['.yaml', '.yml'],
  openapi: ['.yaml', '.yml', '.json'],
  compose: ['.yaml', '.yml'],
};

/**
 * Extensions of files that contain a format among other things. They are read in folders, but do not identify a format.
 */
const ALSO: Partial<typeof EXTENSIONS> = { plantuml: ['.md', '.markdown'] };

/**
 * Recognizes the format of files by content or by name. Reads stdin if needed, and returns it.
 *
 * @throws ArchctlError `usage` for files of several formats or of an unknown format.
 */
export async function recognizeFormat(
  context: Pick<Context, 'world'>,
  paths: readonly string[],
): Promise<{ format: ImportFormat; stdin?: SourceFile }> {
  const read = await readSources(
    context,
    paths.flatMap((path) => candidatesOf(path, context.world.cwd)),
    new Budget(),
    ABSENT,
  );
  const found = new Map<ImportFormat, string[]>();
  for (const file of read) {
    const format = formatOfText(file) ?? (paths.includes(file.path) ? formatOfNames([file.path]) : undefined);
    if (format) push(found, format, file.path);
  }
  const [first, ...others] = found;
  const stdin = read.find(({ path }) => path === STDIN);
  if (first && others.length === 0) return { format: first[0], ...(stdin && { stdin }) };
  const hint = `Set the format with --format: ${alternatives(Object.keys(EXTENSIONS))}.`;
  if (!first) throw usageError(`The format of ${paths.join(', ')} is not recognized.`, { hint });
  throw usageError('The files have different formats.', {
    details: [...found].map(([format, [path = '', ...more]]) =>
      more.length === 0 ? `${format}: ${path}` : `${format}: ${path} and ${more.length} more`,
    ),
    hint,
  });
}

/** Files of an argument that may have a format. */
function candidatesOf(path: string, cwd: string): readonly string[] {
  if (path === '-' || !isFolder(resolve(cwd, path))) return [path];
  const ends = new Set(Object.values(EXTENSIONS).flat());
  const isOne = (name: string): boolean => ends.has(extname(name).toLowerCase());
  return findFiles(resolve(cwd, path), path, { isOne, otherwise: '' }).files;
}

const ABSENT = 'Pass an existing file or folder, or - for stdin.';

/** The only format with these file names; undefined if several match. */
function formatOfNames(paths: readonly string[]): ImportFormat | undefined {
  const formats = Object.entries(EXTENSIONS) as [ImportFormat, readonly string[]][];
  const fit = formats.filter(([, ends]) => paths.every((path) => ends.includes(extname(path).toLowerCase())));
  return fit.length === 1 ? fit[0]?.[0] : undefined;
}

/** Files that mark a folder as a LikeC4 project. */
const PROJECT_FILES = [
  ...['likec4.config.json', 'likec4.config.ts', 'likec4.config.js', 'likec4.config.mjs'],
  ...['.likec4rc', '.likec4.config.json'],
];

/** Recognizes a file of a format by content if the name is ambiguous. */
const BY_CONTENT: Partial<Record<ImportFormat, (text: string) => boolean>> = {
  structurizr: (text) =>
    /^\s*\{/.test(text) ? /"model"\s*:/.test(text) : /^[\s\uFEFF]*workspace\b/im.test(text),
  backstage: (text) => formatOfText({ text }) === 'backstage',
  openapi: (text) => formatOfText({ text }) === 'openapi',
  compose: (text) => formatOfText({ text }) === 'compose',
};

export interface DialectFiles {
  /** Files that the arguments name or that a folder contains. */
  files: readonly SourceFile[];
  include: Include;
  /** All files, including those included so far, for locations of findings. */
  all(): readonly SourceFile[];
  /** Findings on folder entries that were neither read nor included by another file. */
  skipped(): readonly Finding[];
}

/**
 * Reads the files of these paths, recursively for folders. Included files are read only if they are in these folders;
 * links to other places are not followed. Errors: `usage`.
 */
export async function readDialectFiles(
  context: Pick<Context, 'world'>,
  paths: readonly string[],
  format: ImportFormat,
  stdin?: SourceFile,
): Promise<DialectFiles> {
  const { cwd } = context.world;
  const budget = new Budget();
  const found = paths.map((path) => filesOf(path, cwd, format));
  const named = found.flatMap(({ files }) => files);
  const fromFolders = new Set(found.flatMap(({ files, isFolder }) => (isFolder ? files : [])));
  const sources = await readSources(
    context,
    stdin ? named.filter((it) => it !== '-') : named,
    budget,
    ABSENT,
  );
  const read = stdin ? [stdin, ...sources] : sources;
  const isOne = ({ path, text }: SourceFile): boolean =>
    !fromFolders.has(path) || (BY_CONTENT[format]?.(text) ?? true);
  const files = read.filter(isOne);
  const others = read.filter((it) => !isOne(it));
  const roots = paths.flatMap((path) => folderOf(resolve(cwd, path)) ?? []);
  const known = new Map<string, SourceFile>();
  for (const file of files) known.set(resolve(cwd, file.path), file);
  const fileAt = (full: string): SourceFile => {
    const path = relative(cwd, full);
    const file = known.get(full) ?? { path, text: budget.text(full, path) };
    known.set(full, file);
    return file;
  };
  const includedSkips: SkippedEntry[] = [];
  const include: Include = (path, from) => {
    if (isAbsolute(path)) return undefined;
    const full = resolve(cwd, dirname(from.path), path);
    const included = includedAt(roots, full, relative(cwd, full));
    includedSkips.push(...included.skipped);
    return included.files.length === 0 ? undefined : included.files.map((it) => fileAt(resolve(cwd, it)));
  };
  const skipped = (): readonly Finding[] => {
    const inOthers = others.map(({ path }) => ({ path, why: NOT_WHOLE, isLoss: false }));
    const entries = [...found.flatMap((it) => it.skipped), ...includedSkips, ...inOthers];
    return skippedFindings(entries.filter(({ path }) => !known.has(resolve(cwd, path))));
  };
  return { files, include, all: () => [...known.values()], skipped };
}

const NOT_WHOLE = 'not a complete model, and not included by another file';
/** Names listed in one note. */
const MAX_NAMES = 20;

/** One warning for each entry that may contain a part of the model, and one note for each other reason. */
function skippedFindings(entries: readonly SkippedEntry[]): readonly Finding[] {
  const diagnostics = new Diagnostics(Number.POSITIVE_INFINITY);
  const byReason = new Map<string, string[]>();
  for (const { path, why, isLoss } of entries)
    if (isLoss) diagnostics.loss(`Skipped: ${why}.`, { file: path, from: 0, to: 0 });
    else push(byReason, why, path);
  for (const [why, paths] of byReason)
    diagnostics.guess(`Skipped (${why}): ${truncatedList(paths, MAX_NAMES)}.`);
  return diagnostics.all;
}

/** Files that an argument names. Errors: `usage` for a folder without a file of the format. */
function filesOf(path: string, cwd: string, format: ImportFormat): FoundFiles & { isFolder: boolean } {
  const full = resolve(cwd, path);
  if (path === '-' || !isFolder(full)) return { files: [path], skipped: [], isFolder: false };
  const ends = [...EXTENSIONS[format], ...(ALSO[format] ?? [])];
  const found = findFiles(full, path, {
    isOne: (name) => ends.includes(extname(name).toLowerCase()),
    otherwise: `not named ${alternatives(ends.map((it) => `*${it}`))}`,
    ...(format === 'likec4' && { projectFiles: PROJECT_FILES }),
  });
  if (found.files.length > 0) return { ...found, isFolder: true };
  throw usageError(`Argument FILE: found no ${alternatives(ends)} file in ${path} and its subfolders.`, {
    hint: 'Pass a file, or another folder.',
  });
}

/** Never fails: an unreadable path is reported when it is read. */
function isFolder(full: string): boolean {
  try {
    return statSync(full).isDirectory();
  } catch {
    return false;
  }
}

/** Real path of the folder that a path is or is in. */
function folderOf(full: string): string | undefined {
  try {
    return realpathSync(statSync(full).isDirectory() ? full : dirname(full));
  } catch {
    return undefined;
  }
}

/** The file of this path, or all files of a folder, recursively. Excludes files outside the root folders. */
function includedAt(roots: readonly string[], full: string, path: string): FoundFiles {
  try {
    const real = realpathSync(full);
    if (!roots.some((root) => `${real}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep)))
      return NONE;
    if (!statSync(real).isDirectory()) return { files: [path], skipped: [] };
    return findFiles(full, path, { isOne: () => true, otherwise: '' });
  } catch {
    return NONE;
  }
}

const NONE: FoundFiles = { files: [], skipped: [] };
