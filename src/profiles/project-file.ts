import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ArchctlError, usageError } from '../base/errors.js';
import { isForeign } from '../base/private-directory.js';
import { readRegularFile } from '../base/regular-file.js';
import { SCOPE_NAMES, type Scope } from '../contract/scopes.js';

export const PROJECT_FILE = '.archctl.json';
const KEYS: readonly string[] = SCOPE_NAMES;

/**
 * What a project says of itself, in the nearest `.archctl.json` up the tree. It names places only: a file that comes
 * with a repository must not choose where a key is sent.
 */
export interface ProjectFile {
  path: string;
  values: Partial<Record<Scope, string>>;
}

/** Errors: `usage` for one that cannot be read, says something else, or was planted. */
export function findProjectFile(from: string): ProjectFile | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, PROJECT_FILE);
    const content = readIfThere(path);
    if (content !== undefined) return { path, values: parseProjectFile(content, path) };
    if (dirname(directory) === directory) return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return undefined;
    // Before it is read: only in this order can nobody take it away between the two.
    refusePlanted(path, entry);
    return readRegularFile(path).content;
  } catch (error) {
    if (error instanceof ArchctlError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw usageError(`Cannot read ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Anybody may write there, and nobody but its owner may put something else in the place of an entry. */
const SHARED = 0o1002;

/**
 * In a directory that all users share, such as /tmp, another user's file would choose where this user writes. Elsewhere
 * its owner does not matter: whoever may put a file into a checkout is trusted with it. The entry itself counts, not
 * what it may be a link to.
 */
function refusePlanted(path: string, { uid }: Pick<Stats, 'uid'>): void {
  if (!isForeign(uid) || (statSync(dirname(path)).mode & SHARED) !== SHARED) return;
  throw usageError(
    `${path} is not used: it belongs to another user (uid ${uid}), in a directory that everyone may write.`,
    { hint: `Work in a directory of your own; a nearer ${PROJECT_FILE} comes first.` },
  );
}

function parseProjectFile(content: string, path: string): ProjectFile['values'] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    throw usageError(`${path} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw usageError(`${path} must hold an object with ${KEYS.join(', ')}.`);
  }
  for (const [key, value] of Object.entries(parsed)) {
    if (!KEYS.includes(key)) {
      throw usageError(`${path}: "${key}" is not a setting of a project file.`, {
        hint: `It takes ${KEYS.join(', ')}.`,
      });
    }
    if (typeof value !== 'string' || value === '') throw usageError(`${path}: "${key}" must be a text.`);
  }
  return parsed as ProjectFile['values'];
}
