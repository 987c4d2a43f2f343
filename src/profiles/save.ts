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
import { makePrivateDirectory } from '../base/files/private-directory.js';
import { systemWords } from '../base/system-words.js';
import { compose } from './compose.js';
import { clearLeftovers } from './leftovers.js';
import { ifPresent, type Lock, type LockClock, takeLock, temporaryDirectoryOf } from './lock.js';
import { isProfileName, type ProfileFile } from './profile.js';

/** Number of times a change is repeated on content that other processes wrote meanwhile. */
const MAX_ATTEMPTS = 50;

export interface Saving {
  path: string;
  read(): ProfileFile;
  change(file: ProfileFile): ProfileFile;
  clock?: LockClock | undefined;
}

/**
 * Replaces the profile file atomically with the result of `change`, mode 0600; follows a link and replaces its target.
 * If another process broke the lock, repeats the change on the new content. Errors: `usage`, and those of `change`.
 */
export async function saveProfiles({ path, read, change, clock }: Saving): Promise<void> {
  const attempt = withHint(dirname(path));
  const target = await attempt(() => prepareTarget(path));
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const lock = await attempt(() => takeLock(target, clock));
    try {
      clearLeftovers(target);
      const store = storeOf(change(read()));
      const text = await attempt(() => compose(store, temporaryDirectoryOf(target)));
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
  for (const name of Object.keys(profiles)) {
    if (!isProfileName(name)) {
      throw usageError(`"${name}" is not a valid profile name.`, {
        hint: 'Use letters, digits, ".", "-" and "_".',
      });
    }
  }
  const unchanged = Object.entries(damaged).map(([name, { value }]) => [name, value] as const);
  const all = Object.fromEntries([...Object.entries<unknown>(profiles), ...unchanged]);
  return { ...file, profiles: all };
}

/** Returns false if the successor was removed. */
const write = ({ successor }: Lock, text: string): boolean =>
  ifPresent(() => {
    // Opened without O_CREAT: a new file would outlive a broken lock.
    const handle = openSync(successor, constants.O_WRONLY);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  });
