import { chmodSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ArchctlError, usageError } from '../base/errors.js';
import { makeDirectory } from '../base/make-directory.js';
import { readRegularFile } from '../base/regular-file.js';
import { withLock } from './lock.js';
import { isProfileName, type Profile, type ProfileFile } from './profile.js';

/** The profiles of one user. Reading is plain and quick; writing goes through conf (atomic, 0600, directory 0700). */
export interface ProfileStore {
  /** Path of the file, for messages. */
  readonly path: string;
  read(): ProfileFile;
  /** Replaces the file with what `change` makes of it. */
  update(change: (file: ProfileFile) => ProfileFile): Promise<void>;
}

const CONFIG_NAME = 'profiles';

export function profileStore(directory: string): ProfileStore {
  const path = join(directory, `${CONFIG_NAME}.json`);
  return {
    path,
    read: () => readProfiles(path),
    async update(change) {
      const Conf = await loadConf(directory);
      // Another process, or another update of this one, must not come between the read and the write.
      await withLock(`${path}.lock`, () => writeProfiles(Conf, directory, change(readProfiles(path))));
    },
  };
}

/** Conf looks for the user's home as it loads; in a container with any uid there may be none, and none is needed. */
async function loadConf(directory: string): Promise<typeof import('conf').default> {
  try {
    homedir();
  } catch {
    process.env.HOME = directory;
  }
  return (await import('conf')).default;
}

function readProfiles(path: string): ProfileFile {
  let content: string;
  try {
    content = readRegularFile(path).content;
  } catch (error) {
    // No such file, or no such directory: something else lies where it would be.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { profiles: {} };
    throw usageError(`Cannot read the profiles in ${path}: ${(error as Error).message}.`, { cause: error });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw corrupt(path, 'it is not JSON');
  }
  return checked(parsed, path);
}

function checked(parsed: unknown, path: string): ProfileFile {
  if (!isObject(parsed)) throw corrupt(path, 'it does not hold an object');
  const { current, profiles = {} } = parsed;
  if (current !== undefined && typeof current !== 'string') throw corrupt(path, '"current" is not a text');
  if (!isObject(profiles)) throw corrupt(path, '"profiles" is not an object');
  for (const [name, profile] of Object.entries(profiles)) {
    const complete =
      isObject(profile) && ['baseUrl', 'keyId', 'secret'].every((key) => typeof profile[key] === 'string');
    if (!complete) throw corrupt(path, `profile "${name}" lacks baseUrl, keyId or secret`);
  }
  return { ...(current === undefined ? {} : { current }), profiles: profiles as Record<string, Profile> };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A file that cannot be read is never reset: it may hold the only copy of a secret. */
const corrupt = (path: string, what: string): ArchctlError =>
  usageError(`The profile file ${path} cannot be read: ${what}.`, {
    hint: 'Mend it, or move it away and sign in again with "archctl auth login". Nothing was changed.',
  });

function writeProfiles(Conf: typeof import('conf').default, directory: string, file: ProfileFile): void {
  for (const name of Object.keys(file.profiles)) {
    if (!isProfileName(name)) {
      throw usageError(`"${name}" cannot be a profile's name.`, {
        hint: 'Use letters, digits, ".", "-" and "_".',
      });
    }
  }
  try {
    makeDirectory(directory);
    if (process.platform !== 'win32' && (statSync(directory).mode & 0o077) !== 0) chmodSync(directory, 0o700);
    const conf = new Conf<Record<string, unknown>>({
      cwd: directory,
      configName: CONFIG_NAME,
      projectName: 'archctl',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      // Two spaces: people read and mend this file.
      serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
    });
    conf.store = { ...file };
  } catch (error) {
    throw usageError(`Cannot save the profiles in ${directory}: ${(error as Error).message}.`, {
      hint: 'ARCHCTL_CONFIG_DIR names another directory. ARCHCTL_API_KEY and ARCHCTL_BASE_URL work without a profile.',
      cause: error,
    });
  }
}
