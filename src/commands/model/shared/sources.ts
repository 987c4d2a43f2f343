import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { isAbsent, readRegularFile } from '../../../base/files/regular-file.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/text/words.js';
import { readBytes } from '../../../cli/command/input/read-input.js';
import type { Context } from '../../../cli/command/spec.js';
import { DECISIONS_FOLDER, isDecisionName } from '../../../model/document/decision/decision-files.js';
import type { SourceFile } from '../../../model/document/read.js';
import { MAX_BYTES } from '../../../model/document/yaml/parse.js';
import { LOCK_FILE } from '../../../model/lock/lock-name.js';

/** Name of stdin in findings. */
export const STDIN = 'stdin';
/** Folder beside a document with the layouts of its diagrams. */
export const LAYOUT_FOLDER = 'layout';

/** Folders beside the documents of a folder, each with a test for the names of its files. */
export const SUBFOLDERS: Readonly<Record<string, (name: string) => boolean>> = {
  [LAYOUT_FOLDER]: (name) => isDocument(name),
  [DECISIONS_FOLDER]: isDecisionName,
};

type Where = Pick<Context, 'world'>;

/**
 * Reads the files of the arguments: files, documents of folders including their `layout/` and `decisions/`, and stdin
 * for `-`. Each file is read once; files of a folder are sorted by name.
 *
 * @throws ArchctlError `usage` for a file that is unreadable, not text, not a regular file, or outside its folder.
 */
export async function readSources(
  { world }: Where,
  paths: readonly string[],
  budget = new Budget(),
  absent = 'Check the path, or create an example with "archctl model init".',
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
  const files = [...found.values()];
  if (areLarge(files)) await (await import('../../../base/give-back-memory.js')).limitGarbage();
  return files;
}

/** Number of characters of all files above which memory matters more than time. */
const LARGE = 8_000_000;

const areLarge = (files: readonly SourceFile[]): boolean =>
  files.reduce((sum, { text }) => sum + text.length, 0) > LARGE;

/** Returns the files of a model, for locations in errors. */
export type Files = () => Promise<readonly SourceFile[]>;

/** Keeps the files of a model that were read from `paths`. Large ones are read again instead, to save memory. */
export const keptFiles = (context: Where, paths: readonly string[], files: readonly SourceFile[]): Files =>
  areLarge(files) && !paths.includes('-') ? filesAgain(context, paths) : () => Promise.resolve(files);

/** A function of its own, because all closures of a function keep its parameters in memory. */
const filesAgain =
  (context: Where, paths: readonly string[]): Files =>
  () =>
    readSources(context, paths);

/** Paths of the files for an argument, in the form that people would type. */
function filesAt(path: string, cwd: string, absent: string): string[] {
  const full = resolve(cwd, path);
  const stat = statOf(full, path, absent);
  return stat.isDirectory() ? filesOfFolder(full, path) : [path];
}

/**
 * Documents of a folder, its `layout/` and its `decisions/`, without hidden files, schemas, saved plans and links to places
 * outside. Errors: `usage`, also if there are none.
 */
function filesOfFolder(full: string, path: string): string[] {
  const root = realpathSync(full);
  const files = namesIn(full, path).flatMap((name) => {
    if (isDocument(name)) return isSavedPlan(join(full, name)) ? [] : [name];
    const isOne = Object.hasOwn(SUBFOLDERS, name) ? SUBFOLDERS[name] : undefined;
    if (!isOne || !statOf(join(full, name), join(path, name)).isDirectory()) return [];
    stayInside(root, join(full, name), join(path, name));
    const names = namesIn(join(full, name), join(path, name));
    return names.filter(isOne).map((it) => join(name, it));
  });
  if (files.length === 0)
    throw usageError(`Argument FILE: ${path} contains no .yaml, .yml or .json file.`, {
      hint: 'Create an example with "archctl model init", or pass another folder.',
    });
  for (const file of files) stayInside(root, join(full, file), join(path, file));
  return files.map((file) => join(path, file));
}

export const isDocument = (name: string): boolean =>
  name !== LOCK_FILE &&
  !name.startsWith('.') &&
  /\.(ya?ml|json)$/i.test(name) &&
  !/\.schema\.json$/i.test(name);

/** Whether this is the text of a saved plan, or its beginning. */
export const startsPlan = (text: string): boolean => /^\s*\{\s*"archctlPlan"/.test(text);

/** Whether a file is a saved plan. Reads its beginning only, because plans may be larger than documents. */
function isSavedPlan(full: string): boolean {
  if (!/\.json$/i.test(full) || !statSync(full, { throwIfNoEntry: false })?.isFile()) return false;
  const start = Buffer.alloc(64);
  try {
    const file = openSync(full, 'r');
    try {
      return startsPlan(start.toString('latin1', 0, readSync(file, start)));
    } finally {
      closeSync(file);
    }
  } catch {
    // Reading the document reports the error.
    return false;
  }
}

/** Errors: `usage` for a link to a place outside the folder. */
function stayInside(root: string, full: string, path: string): void {
  if (!lstatSync(full).isSymbolicLink()) return;
  const real = attempt(path, () => realpathSync(full));
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return;
  throw usageError(`Argument FILE: ${path} is a link to a place outside its folder.`, {
    hint: 'Pass the target file if you want to read it.',
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

/** @param absent Hint for a path that does not exist. */
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

/** Errors: `usage` for bytes that are not UTF-8. */
function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw usageError(`Argument FILE: ${path} is not UTF-8 text.`, { hint: 'Save it as UTF-8.' });
  }
}

/** Remaining bytes that may be read. */
export class Budget {
  #left = MAX_BYTES;

  /** Reason for refusing this number of further bytes, as the end of a sentence. */
  refusal(bytes: number): string | undefined {
    return bytes > this.#left
      ? `is too large: a document can have at most ${bytesInWords(MAX_BYTES)} in all`
      : undefined;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
  }

  /** Reads a file as text. Errors: `usage`. */
  text(full: string, path: string): string {
    return readText(full, path, this);
  }
}
