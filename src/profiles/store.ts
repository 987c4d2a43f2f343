import { join } from 'node:path';
import { usageError } from '../base/errors.js';
import { sharedWith } from '../base/private-directory.js';
import { readIfThere } from '../base/regular-file.js';
import { checkProfiles, corrupt } from './check.js';
import type { LockClock } from './lock.js';
import type { ProfileFile } from './profile.js';

/** The profiles of one user. Reading is plain and quick; what writing takes is loaded when something is written. */
export interface ProfileStore {
  /** Path of the file, for messages. */
  readonly path: string;
  /** Errors: `usage` for a file that is not whole, or not this user's alone to write. */
  read(): ProfileFile;
  /** Replaces the file with what `change` makes of it; that may be asked more than once. */
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
    throw usageError(
      `The profiles in ${path} are not used: ${fault}, and so could choose where keys are sent.`,
      {
        hint: `Look into it; where all in it is yours, "chmod go-w" or "chown" on it ends this. ARCHCTL_CONFIG_DIR names another directory.`,
      },
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(found.content);
  } catch {
    // What JSON.parse says repeats a part of the file.
    throw corrupt(path, 'it is not JSON');
  }
  return checkProfiles(parsed, path);
}
