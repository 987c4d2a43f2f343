import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../base/errors.js';
import { isOtherUser } from '../base/files/private-directory.js';
import { readIfThere } from '../base/files/regular-file.js';
import { isObject } from '../base/is-object.js';
import { SCOPE_NAMES, type Scope } from '../contract/scopes.js';

export const PROJECT_FILE = '.archctl.json';
const KEYS: readonly string[] = SCOPE_NAMES;

/**
 * Settings of a project from the nearest `.archctl.json` in this directory or above. It may only set scopes: a file in
 * a repository must not choose where a key is sent.
 */
export interface ProjectFile {
  path: string;
  values: Partial<Record<Scope, string>>;
}

/** Errors: `usage` if the file is unreadable, has other keys, or could have been planted. */
export function findProjectFile(from: string): ProjectFile | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, PROJECT_FILE);
    const content = readUnlessPlanted(path);
    if (content !== undefined) return { path, values: parseProjectFile(content, path) };
    if (dirname(directory) === directory) return undefined;
  }
}

/** Checks the file before reading it; only in this order can no one swap it in between. */
function readUnlessPlanted(path: string): string | undefined {
  const entry = entryAt(path);
  if (entry) refusePlanted(path, entry);
  return readIfThere(path)?.content;
}

/** Errors are ignored here, because reading the file reports them. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Sticky and world-writable: only the owner of an entry can replace it. */
const SHARED = 0o1002;

/**
 * In a directory shared by all users, such as /tmp, another user's file would choose where this user writes. Elsewhere
 * the owner does not matter: whoever can put a file into a checkout is trusted. The entry itself counts, not the target
 * of a link.
 */
function refusePlanted(path: string, { uid }: Pick<Stats, 'uid'>): void {
  if (!isOtherUser(uid) || (statSync(dirname(path)).mode & SHARED) !== SHARED) return;
  throw usageError(
    `${path} is ignored: it belongs to another user (uid ${uid}), in a world-writable directory.`,
    { hint: `Work in a directory of your own, or add a ${PROJECT_FILE} closer to it.` },
  );
}

function parseProjectFile(content: string, path: string): ProjectFile['values'] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    throw usageError(`${path} is not JSON: ${(error as Error).message}.`);
  }
  if (!isObject(parsed)) {
    throw usageError(`${path} must hold an object with ${KEYS.join(', ')}.`);
  }
  for (const [key, value] of Object.entries(parsed)) {
    if (!KEYS.includes(key)) {
      throw usageError(`${path}: "${key}" is not a setting of a project file.`, {
        hint: `Valid settings: ${KEYS.join(', ')}.`,
      });
    }
    if (typeof value !== 'string' || value === '') throw usageError(`${path}: "${key}" must be a string.`);
  }
  return parsed as ProjectFile['values'];
}
