import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { systemWords } from '../../../base/system-words.js';

/** Recursive search of a folder for files of a format, with a list of skipped entries. */

/** Entries that a search looks at; a larger tree was probably not intended. */
const MAX_ENTRIES = 200_000;

export interface SkippedEntry {
  path: string;
  /** A phrase for people: `hidden`, `a link that leads out of the folder`. */
  why: string;
  /** Whether the entry may hold a part of the model. */
  isLoss: boolean;
}

export interface FoundFiles {
  /** Sorted by path, without duplicates. */
  files: readonly string[];
  skipped: readonly SkippedEntry[];
}

export interface Search {
  isOne(name: string): boolean;
  /** Reason for skipping other files. */
  otherwise: string;
  /** Names of files that mark a subfolder as a separate project. */
  projectFiles?: readonly string[];
}

/**
 * Finds files in a folder and its subfolders. Each folder and file is visited once, even if several links lead to it.
 * Links out of the folder, hidden entries and `node_modules` are skipped.
 *
 * @param path The folder as typed; the paths of the result begin with it.
 *
 * @throws ArchctlError `usage` for a folder that cannot be read or is too large.
 */
export function findFiles(full: string, path: string, search: Search): FoundFiles {
  const finder = new Finder(realpathSync(full), path, search);
  return finder.run(full);
}

interface Folder {
  full: string;
  path: string;
}

class Finder {
  readonly #files = new Map<string, string>();
  readonly #skipped: SkippedEntry[] = [];
  readonly #visited = new Set<string>();
  readonly #folders: Folder[] = [];
  /** Links are followed last, so that an entry is found by its own path first. */
  readonly #links: Folder[] = [];
  #entries = 0;

  constructor(
    readonly root: string,
    readonly path: string,
    readonly search: Search,
  ) {}

  run(full: string): FoundFiles {
    this.#folders.push({ full, path: this.path });
    for (;;) {
      const folder = this.#folders.pop();
      const link = folder ? undefined : this.#links.pop();
      if (folder) this.#readFolder(folder);
      else if (link) this.#followLink(link);
      else break;
    }
    const byPath = (a: string, b: string): number => (a < b ? -1 : 1);
    const skipped = this.#skipped.sort((a, b) => byPath(a.path, b.path));
    return { files: [...this.#files.values()].sort(byPath), skipped };
  }

  #skip(path: string, why: string, isLoss = false): void {
    this.#skipped.push({ path, why, isLoss });
  }

  #readFolder({ full, path }: Folder): void {
    const entries = this.#list(full, path);
    if (!entries) return;
    const isProject = entries.some(({ name }) => this.search.projectFiles?.includes(name));
    if (isProject && path !== this.path) {
      this.#skip(path, 'a separate project', true);
      return;
    }
    for (const entry of entries) {
      const inside = { full: join(full, entry.name), path: join(path, entry.name) };
      if (entry.name.startsWith('.')) this.#skip(inside.path, 'hidden');
      else if (entry.name === 'node_modules') this.#skip(inside.path, 'installed packages');
      else if (entry.isSymbolicLink()) this.#links.push(inside);
      else this.#add(inside, entry);
    }
  }

  #list(full: string, path: string): Dirent[] | undefined {
    try {
      const real = realpathSync(full);
      if (this.#visited.has(real)) return undefined;
      this.#visited.add(real);
      const entries = readdirSync(full, { withFileTypes: true });
      this.#entries += entries.length;
      if (this.#entries <= MAX_ENTRIES) return entries;
    } catch (error) {
      if (path === this.path)
        throw usageError(`Argument FILE: cannot read ${path}: ${systemWords(error)}.`, { cause: error });
      this.#skip(path, systemWords(error), true);
      return undefined;
    }
    throw usageError(`Argument FILE: ${this.path} contains more than ${MAX_ENTRIES} files and folders.`, {
      hint: 'Pass a smaller folder, or the files.',
    });
  }

  #followLink({ full, path }: Folder): void {
    try {
      const real = realpathSync(full);
      const isInside = `${real}${sep}`.startsWith(this.root.endsWith(sep) ? this.root : this.root + sep);
      if (isInside) this.#add({ full, path }, statSync(real));
      else this.#skip(path, 'a link to a place outside the folder', true);
    } catch (error) {
      this.#skip(path, `a broken link (${systemWords(error)})`, true);
    }
  }

  #add({ full, path }: Folder, entry: Dirent | Stats): void {
    if (entry.isDirectory()) {
      this.#folders.push({ full, path });
      return;
    }
    const isOne = this.search.isOne(path);
    if (!isOne) this.#skip(path, this.search.otherwise);
    else if (!entry.isFile()) this.#skip(path, 'not a regular file', true);
    else {
      const real = realpathSync(full);
      if (!this.#files.has(real)) this.#files.set(real, path);
    }
  }
}
