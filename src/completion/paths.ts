import { type Dirent, opendirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Suggestion } from './types.js';

export interface Place {
  cwd: string;
  /** Directory that a leading `~/` refers to; undefined if `~` is a literal name. */
  home: string | undefined;
  /** Stops listing when it returns true. */
  isOver: () => boolean;
}

/** Lists files and directories that match a partial path, for shells that cannot do so correctly. */
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

/** Only a leading `~/` is expanded; other users' directories are not listed. */
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
    // Missing or unreadable.
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
