import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ArchctlError, usageError } from '../base/errors.js';
import { makePrivateDirectory } from '../base/private-directory.js';
import { systemWords } from '../base/system-words.js';
import { compose } from './compose.js';
import { clearLeftovers } from './leftovers.js';
import { deskOf, type Lock, type LockClock, takeLock, unlessGone } from './lock.js';
import { isProfileName, type ProfileFile } from './profile.js';

/** How often a change is made anew on what others wrote while this process stood still. */
const TRIES = 50;

export interface Saving {
  path: string;
  read(): ProfileFile;
  change(file: ProfileFile): ProfileFile;
  clock?: LockClock | undefined;
}

/**
 * Replaces the profile file with what `change` makes of it, whole or not at all, mode 0600; the file that a link leads to
 * is replaced, not the link. Where another process took the lock away, the change is made again on what that one wrote.
 * Errors: `usage`, and those of `change`.
 */
export async function saveProfiles({ path, read, change, clock }: Saving): Promise<void> {
  const told = teller(dirname(path));
  const target = await told(() => prepareTarget(path));
  for (let tries = 0; tries < TRIES; tries++) {
    const lock = await told(() => takeLock(target, clock));
    try {
      clearLeftovers(target);
      const store = storeOf(change(read()));
      const text = await told(() => compose(store, deskOf(target)));
      if (await told(() => write(lock, text) && lock.commit())) return;
    } finally {
      lock.release();
    }
  }
  throw usageError(`Other archctl processes keep changing ${path}.`, { hint: 'Try again.' });
}

/** What the file system says, as an error with a way out. */
const teller =
  (directory: string) =>
  async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ArchctlError) throw error;
      throw usageError(`Cannot save the profiles in ${directory}: ${systemWords(error)}.`, {
        hint: 'ARCHCTL_CONFIG_DIR names another directory. ARCHCTL_API_KEY and ARCHCTL_BASE_URL work without a profile.',
        cause: error,
      });
    }
  };

/** The file to replace; its directory, and that of a link to it, are there and this user's own. */
function prepareTarget(path: string): string {
  makePrivateDirectory(dirname(path));
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const target = leadsTo(path);
  makePrivateDirectory(dirname(target));
  return target;
}

function leadsTo(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    // It leads to a file that is not there yet.
    return resolve(dirname(link), readlinkSync(link));
  }
}

/** What the file shall hold. Damaged profiles stay as they are. */
function storeOf({ damaged = {}, profiles, ...file }: ProfileFile): Record<string, unknown> {
  for (const name of Object.keys(profiles)) {
    if (!isProfileName(name)) {
      throw usageError(`"${name}" cannot be a profile's name.`, {
        hint: 'Use letters, digits, ".", "-" and "_".',
      });
    }
  }
  const kept = Object.entries(damaged).map(([name, { value }]) => [name, value] as const);
  const all = Object.fromEntries([...Object.entries<unknown>(profiles), ...kept]);
  return { ...file, profiles: all };
}

/** False where the successor is gone. */
const write = ({ successor }: Lock, text: string): boolean =>
  unlessGone(() => {
    // Never made here: it would outlive a lock that was taken away.
    const handle = openSync(successor, constants.O_WRONLY);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  });
