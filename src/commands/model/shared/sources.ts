import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { isAbsent, readRegularFile } from '../../../base/regular-file.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/words.js';
import { readBytes } from '../../../cli/command/read-input.js';
import type { Context } from '../../../cli/command/spec.js';
import type { SourceFile } from '../../../model/document/read.js';

/** How findings call what was piped in. */
export const STDIN = 'stdin';
/** The folder beside a document where the layouts of its diagrams lie. */
export const LAYOUT_FOLDER = 'layout';
/** All files of a document together, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

type Where = Pick<Context, 'world'>;

/**
 * The files that arguments name: files as they are, of a folder its documents and those in its `layout/`, stdin for `-`.
 * Each file once, and a folder's in the order of their names.
 * @throws ArchctlError `usage` for what cannot be read, is no text, is no file, or lies outside the folder it was found in.
 */
export async function readSources(
  { world }: Where,
  paths: readonly string[],
  budget = new Budget(),
  absent = 'Check the path, or write an example with "archctl model init".',
): Promise<SourceFile[]> {
  const found = new Map<string, SourceFile>();
  for (const path of paths) {
    if (path === '-') {
      const bytes = await readBytes('-', world, 'FILE');
      budget.spend(bytes.byteLength);
      found.set('-', { path: STDIN, text: textOf(bytes, STDIN) });
      continue;
    }
    for (const file of filesAt(path, world.cwd, absent)) {
      const full = resolve(world.cwd, file);
      if (!found.has(full)) found.set(full, { path: file, text: readText(full, file, budget) });
    }
  }
  return [...found.values()];
}

/** The files a path stands for, as people would type them. */
function filesAt(path: string, cwd: string, absent: string): string[] {
  const full = resolve(cwd, path);
  const stat = statOf(full, path, absent);
  return stat.isDirectory() ? filesOfFolder(full, path) : [path];
}

/**
 * The documents of a folder: no hidden files, no schemas, no folders but `layout/`, nothing that a link brings in from
 * elsewhere. Errors: `usage`, also where there is none.
 */
function filesOfFolder(full: string, path: string): string[] {
  const root = realpathSync(full);
  const files = namesIn(full, path).flatMap((name) => {
    if (isDocument(name)) return [name];
    if (name !== LAYOUT_FOLDER || !statOf(join(full, name), join(path, name)).isDirectory()) return [];
    stayInside(root, join(full, name), join(path, name));
    const names = namesIn(join(full, name), join(path, name));
    return names.filter(isDocument).map((it) => join(name, it));
  });
  if (files.length === 0)
    throw usageError(`Argument FILE: ${path} holds no .yaml, .yml or .json file.`, {
      hint: 'Make an example with "archctl model init", or name another folder.',
    });
  for (const file of files) stayInside(root, join(full, file), join(path, file));
  return files.map((file) => join(path, file));
}

/** Whether a file of this name is a part of a document. */
export const isDocument = (name: string): boolean =>
  !name.startsWith('.') && /\.(ya?ml|json)$/i.test(name) && !/\.schema\.json$/i.test(name);

/** Errors: `usage` for a link that leads out of a folder: what it leads to was not meant. */
function stayInside(root: string, full: string, path: string): void {
  if (!lstatSync(full).isSymbolicLink()) return;
  const real = attempt(path, () => realpathSync(full));
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return;
  throw usageError(`Argument FILE: ${path} is a link that leads out of its folder.`, {
    hint: 'Name the file it leads to, where that is meant.',
  });
}

const namesIn = (full: string, path: string): string[] => attempt(path, () => readdirSync(full).sort());

const statOf = (full: string, path: string, absent?: string): Stats =>
  attempt(path, () => statSync(full), absent);

function readText(full: string, path: string, budget: Budget): string {
  const { content } = attempt(path, () =>
    readRegularFile(full, { encoding: 'latin1', refuse: ({ size }) => budget.refusal(size) }),
  );
  budget.spend(content.length);
  return textOf(Buffer.from(content, 'latin1'), path);
}

/** @param absent what to do where nothing is there. */
function attempt<T>(path: string, work: () => T, absent?: string): T {
  try {
    return work();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === undefined ? 'it ' : '';
    throw usageError(`Argument FILE: cannot read ${path}: ${why}${systemWords(error)}.`, {
      cause: error,
      ...(isAbsent(error) && absent !== undefined && { hint: absent }),
    });
  }
}

/** Errors: `usage` for bytes that are no UTF-8. */
function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw usageError(`Argument FILE: ${path} is no text in UTF-8.`, { hint: 'Save it as UTF-8.' });
  }
}

/** What may still be read. */
export class Budget {
  #left = MOST_BYTES;

  /** Why so many bytes more are not read, as the end of a sentence. */
  refusal(bytes: number): string | undefined {
    return bytes > this.#left
      ? `is too much: a document has at most ${bytesInWords(MOST_BYTES)} in all`
      : undefined;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
  }

  /** The text of a file. Errors: `usage`. */
  text(full: string, path: string): string {
    return readText(full, path, this);
  }
}
