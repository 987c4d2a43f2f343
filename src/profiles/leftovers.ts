import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockOf, UNPLACED } from './lock.js';

/** A lock that is not in place after so long is nobody's: who wants it waits less. */
const FORGOTTEN_MS = 60_000;
/** Temporary files of earlier versions; they hold keys. */
const TEMPORARY = /^\.tmp-\d{10}[0-9a-f]{6}$/;

/**
 * Removes what saves that were killed left beside the profile file. For the holder of its lock: nobody else is writing
 * now. Only files and directories of our names and our user go, never what a link leads to.
 */
export function clearLeftovers(file: string): void {
  const lock = basename(lockOf(file));
  for (const name of namesIn(dirname(file))) {
    const path = join(dirname(file), name);
    const token = name.startsWith(lock) ? UNPLACED.exec(name.slice(lock.length))?.[1] : undefined;
    if (token !== undefined) quietly(() => removeLock(path, token));
    else if (name.startsWith(basename(file)) && TEMPORARY.test(name.slice(basename(file).length)))
      quietly(() => removeDraft(path));
  }
}

function removeDraft(path: string): void {
  const stat = lstatSync(path);
  if (stat.isFile() && isOurs(stat.uid)) unlinkSync(path);
}

/** With what `compose` and a waiting process put in it. Its owner, should it still want it, makes another. */
function removeLock(path: string, token: string): void {
  const stat = lstatSync(path);
  if (!stat.isDirectory() || !isOurs(stat.uid) || Date.now() - stat.mtimeMs < FORGOTTEN_MS) return;
  const written = `${basename(path)}.json`;
  for (const name of namesIn(path)) {
    const isTemporary = name.startsWith(written) && TEMPORARY.test(name.slice(written.length));
    if (name === token || name === written || isTemporary) quietly(() => unlinkSync(join(path, name)));
  }
  rmdirSync(path);
}

const isOurs = (uid: number): boolean => process.geteuid === undefined || uid === process.geteuid();

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Gone already, or not ours to remove.
  }
}
