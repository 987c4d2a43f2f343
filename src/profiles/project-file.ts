import { dirname, join } from 'node:path';
import { usageError } from '../base/errors.js';
import { isObject } from '../base/is-object.js';
import { readIfThere } from '../base/regular-file.js';
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

export function findProjectFile(from: string): ProjectFile | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, PROJECT_FILE);
    const found = readIfThere(path);
    if (found) return { path, values: parseProjectFile(found.content, path) };
    if (dirname(directory) === directory) return undefined;
  }
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
        hint: `It takes ${KEYS.join(', ')}.`,
      });
    }
    if (typeof value !== 'string' || value === '') throw usageError(`${path}: "${key}" must be a text.`);
  }
  return parsed as ProjectFile['values'];
}
