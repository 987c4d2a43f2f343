import { type Dirent, opendirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Suggestion } from './types.js';

export interface Place {
  cwd: string;
  /** What a `~/` at the beginning of the word stands for; undefined where it is a directory of that name. */
  home: string | undefined;
  /** Listing ends when this says so. */
  isOver: () => boolean;
}

/** Names that a path in the making may become, for shells that cannot list them by themselves. */
export function listPaths(wanted: Suggestion, place: Place): Suggestion[] {
  const { value, prefix = '', kind } = wanted;
  const at = value.lastIndexOf('/') + 1;
  const [folder, start] = [value.slice(0, at), value.slice(at)];
  const directory = directoryOf(folder, prefix, place);
  if (directory === undefined) return [];
  const found: Suggestion[] = [];
  for (const entry of entriesOf(directory, place.isOver)) {
    if (!entry.name.startsWith(start) || (entry.name.startsWith('.') && start === '')) continue;
    const isDirectory = leadsToDirectory(directory, entry);
    if (kind === 'directory' && !isDirectory) continue;
    const path = `${prefix}${folder}${entry.name}${isDirectory ? '/' : ''}`;
    found.push({
      kind: 'word',
      value: path,
      ...(folder.startsWith('~/') && place.home && { isAtHome: true }),
      ...(isDirectory && { noSpace: true }),
    });
  }
  return found.sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** Shells know `~/` at the beginning of a word only; the directories of others are not listed. */
function directoryOf(folder: string, prefix: string, { cwd, home }: Place): string | undefined {
  if (!folder.startsWith('~') || home === undefined) return resolve(cwd, folder);
  return prefix === '' && folder.startsWith('~/') ? join(home, folder.slice(2)) : undefined;
}

function* entriesOf(directory: string, isOver: () => boolean): Generator<Dirent> {
  try {
    const handle = opendirSync(directory);
    try {
      for (let entry = handle.readSync(); entry && !isOver(); entry = handle.readSync()) yield entry;
    } finally {
      handle.closeSync();
    }
  } catch {
    // It is not there, or not ours to read.
  }
}

function leadsToDirectory(directory: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(join(directory, entry.name)).isDirectory();
  } catch {
    return false;
  }
}
