import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { quietly } from '../base/quietly.js';
import { lockOf, UNPLACED } from './lock.js';

/** Age at which a lock that was never put in place is removed; waiting processes give up earlier. */
const FORGOTTEN_MS = 60_000;
/** Temporary files of earlier versions; they contain keys. */
const TEMPORARY = /^\.tmp-\d{10}[0-9a-f]{6}$/;

/**
 * Removes the remains of killed saves beside the profile file. Call it only while holding the lock. Removes only files
 * and directories with our names and owner, and never follows links.
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

/**
 * Removes a lock with the files that `compose` and waiting processes create. Its owner, if still running, creates
 * another.
 */
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
