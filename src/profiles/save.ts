import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ArchctlError, usageError } from '../base/errors.js';
import { makePrivateDirectory } from '../base/files/private-directory.js';
import { quietly } from '../base/quietly.js';
import { systemWords } from '../base/system-words.js';
import {
  type Lock,
  type LockClock,
  lockOf,
  succeedsIfPresent,
  takeLock,
  temporaryDirectoryOf,
  UNPLACED,
} from './lock.js';
import { checkName, type ProfileFile } from './profile.js';
import { serializeProfiles } from './serialize-profiles.js';

/** Number of times a change is repeated on content that other processes wrote meanwhile. */
const MAX_ATTEMPTS = 50;

export interface SaveRequest {
  path: string;
  read(): ProfileFile;
  change(file: ProfileFile): ProfileFile;
  clock?: LockClock | undefined;
}

/**
 * Replaces the profile file atomically with the result of `change`, mode 0600; follows a link and replaces its target.
 * If another process broke the lock, repeats the change on the new content. Errors: `usage`, and those of `change`.
 */
export async function saveProfiles({ path, read, change, clock }: SaveRequest): Promise<void> {
  const attempt = withHint(dirname(path));
  const target = await attempt(() => prepareTarget(path));
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const lock = await attempt(() => takeLock(target, clock));
    try {
      clearLeftovers(target);
      const store = storeOf(change(read()));
      const text = await attempt(() => serializeProfiles(store, temporaryDirectoryOf(target)));
      if (await attempt(() => write(lock, text) && lock.commit())) return;
    } finally {
      lock.release();
    }
  }
  throw usageError(`Other archctl processes keep changing ${path}.`, { hint: 'Try again.' });
}

/** Converts a file system error to one with a hint. */
const withHint =
  (directory: string) =>
  async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ArchctlError) throw error;
      throw usageError(`Cannot save the profiles in ${directory}: ${systemWords(error)}.`, {
        hint: 'ARCHCTL_CONFIG_DIR selects another directory. ARCHCTL_API_KEY and ARCHCTL_BASE_URL work without a profile.',
        cause: error,
      });
    }
  };

/** Resolves the file to replace and checks that its directory, and that of a link to it, belong to this user. */
function prepareTarget(path: string): string {
  makePrivateDirectory(dirname(path));
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const target = targetOfLink(path);
  makePrivateDirectory(dirname(target));
  return target;
}

function targetOfLink(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    // A link to a file that does not exist yet.
    return resolve(dirname(link), readlinkSync(link));
  }
}

/** New content of the file. Damaged profiles stay unchanged. */
function storeOf({ damaged = {}, profiles, ...file }: ProfileFile): Record<string, unknown> {
  for (const name of Object.keys(profiles)) checkName(name);
  const unchanged = Object.entries(damaged).map(([name, { value }]) => [name, value] as const);
  const all = Object.fromEntries([...Object.entries<unknown>(profiles), ...unchanged]);
  return { ...file, profiles: all };
}

/** Returns false if the successor was removed. */
const write = ({ successor }: Lock, text: string): boolean =>
  succeedsIfPresent(() => {
    // Opened without O_CREAT: a new file would outlive a broken lock.
    const handle = openSync(successor, constants.O_WRONLY);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  });

/** Age at which a lock that was never put in place is removed; waiting processes give up earlier. */
const FORGOTTEN_MS = 60_000;
/** Temporary files of earlier versions; they contain keys. */
const TEMPORARY = /^\.tmp-\d{10}[0-9a-f]{6}$/;

/**
 * Removes the remains of killed saves beside the profile file. Call it only while holding the lock. Removes only files
 * and directories with our names and owner, and never follows links.
 */
function clearLeftovers(file: string): void {
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
