import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { alternatives } from '../../../base/words.js';
import type { Context } from '../../../cli/command/spec.js';
import type { ImportFormat } from '../../../model/dialects/by-format.js';
import type { Include } from '../../../model/dialects/readers.js';
import type { SourceFile } from '../../../model/document/read.js';
import { Budget, readSources } from './sources.js';

/** Files of other tools, and the files that these name. */

/** Ends of file names by format; those of YAML say nothing of what is in them. */
export const EXTENSIONS: Readonly<Record<ImportFormat, readonly string[]>> = {
  mermaid: ['.mmd', '.mermaid', '.md', '.markdown'],
  plantuml: ['.puml', '.plantuml', '.pu', '.iuml', '.wsd'],
  structurizr: ['.dsl', '.json'],
  likec4: ['.c4', '.likec4', '.like-c4'],
  backstage: ['.yaml', '.yml'],
  openapi: ['.yaml', '.yml', '.json'],
  compose: ['.yaml', '.yml'],
};

/** Ends of the names of files that hold a format among other things: of a folder they are read, but tell no format. */
const ALSO: Partial<typeof EXTENSIONS> = { plantuml: ['.md', '.markdown'] };

/** The format that the names of files tell; undefined where several are meant. */
export function formatOf(paths: readonly string[]): ImportFormat | undefined {
  const formats = Object.entries(EXTENSIONS) as [ImportFormat, readonly string[]][];
  const fit = formats.filter(([, ends]) => paths.every((path) => ends.includes(extname(path).toLowerCase())));
  return fit.length === 1 ? fit[0]?.[0] : undefined;
}

export interface DialectFiles {
  /** What the arguments name. */
  files: readonly SourceFile[];
  include: Include;
  /** The files, and those that were included so far: what findings are told by. */
  all(): readonly SourceFile[];
}

/**
 * The files of these paths. What they include is read where it lies in the folders they are in, and no link leads out of
 * them. Errors: `usage`.
 */
export async function readDialectFiles(
  context: Pick<Context, 'world'>,
  paths: readonly string[],
  format: ImportFormat,
): Promise<DialectFiles> {
  const ends = [...EXTENSIONS[format], ...(ALSO[format] ?? [])];
  const kind = {
    isOne: (name: string) => !name.startsWith('.') && ends.includes(extname(name).toLowerCase()),
    told: alternatives(ends),
    hint: 'Name a file, or another folder.',
    absent: 'Name a file or a folder that is there, or - for stdin.',
  };
  const budget = new Budget();
  const { cwd } = context.world;
  const files = await readSources(context, paths, kind, budget);
  const roots = paths.flatMap((path) => folderOf(resolve(cwd, path)) ?? []);
  const included = new Map<string, SourceFile>();
  for (const file of files) included.set(resolve(cwd, file.path), file);
  const textOf = (full: string): SourceFile => {
    const known = included.get(full);
    if (known) return known;
    const path = relative(cwd, full);
    const file = { path, text: budget.text(full, path) };
    included.set(full, file);
    return file;
  };
  const include: Include = (path, from) => {
    if (isAbsolute(path)) return undefined;
    const found = within(roots, resolve(cwd, dirname(from.path), path));
    return found.length === 0 ? undefined : found.map(textOf);
  };
  return { files, include, all: () => [...included.values()] };
}

/** The folder of a path, as it really is. */
function folderOf(full: string): string | undefined {
  try {
    return realpathSync(statSync(full).isDirectory() ? full : dirname(full));
  } catch {
    return undefined;
  }
}

/** Folders in folders that are looked into. */
const MOST_LEVELS = 10;

/**
 * The file of this path, or those of a folder and below it, hidden ones left out; only what really lies in one of these
 * folders, each folder once: links may lead round and round.
 */
function within(
  roots: readonly string[],
  full: string,
  { level, seen }: { level: number; seen: Set<string> } = { level: 0, seen: new Set() },
): string[] {
  try {
    const real = realpathSync(full);
    if (!roots.some((root) => `${real}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep))) return [];
    const stat = statSync(real);
    if (stat.isFile()) return [full];
    if (!stat.isDirectory() || level === MOST_LEVELS || seen.has(real)) return [];
    seen.add(real);
    const names = readdirSync(full).filter((name) => !name.startsWith('.'));
    return names.sort().flatMap((name) => within(roots, join(full, name), { level: level + 1, seen }));
  } catch {
    return [];
  }
}
