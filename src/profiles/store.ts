import { join } from 'node:path';
import { usageError } from '../base/errors.js';
import { sharedWith } from '../base/files/private-directory.js';
import { readIfThere } from '../base/files/regular-file.js';
import { checkProfiles, corrupt } from './check.js';
import type { LockClock } from './lock.js';
import type { ProfileFile } from './profile.js';

/** Profiles of one user. Reading is simple and fast; the code for writing is loaded on first use. */
export interface ProfileStore {
  /** Path of the file, for messages. */
  readonly path: string;
  /** Errors: `usage` if the file is invalid or writable by others. */
  read(): ProfileFile;
  /** Replaces the file with the result of `change`, which may be called more than once. */
  update(change: (file: ProfileFile) => ProfileFile): Promise<void>;
}

export function profileStore(directory: string, clock?: LockClock): ProfileStore {
  const path = join(directory, 'profiles.json');
  const read = (): ProfileFile => readProfiles(path);
  return {
    path,
    read,
    async update(change) {
      const { saveProfiles } = await import('./save.js');
      await saveProfiles({ path, read, change, clock });
    },
  };
}

function readProfiles(path: string): ProfileFile {
  const found = readIfThere(path, `the profiles in ${path}`);
  if (found === undefined) return { profiles: {} };
  const fault = sharedWith(found.stat);
  if (fault !== undefined) {
    throw usageError(`The profiles in ${path} are ignored: ${fault}, and could choose where keys are sent.`, {
      hint: `Check the file; if its content is yours, correct its mode or owner with "chmod go-w" or "chown". ARCHCTL_CONFIG_DIR selects another directory.`,
    });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(found.content);
  } catch {
    // The message of JSON.parse would quote the file.
    throw corrupt(path, 'it is not JSON');
  }
  return checkProfiles(parsed, path);
}
