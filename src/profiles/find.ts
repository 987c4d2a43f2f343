import { type ArchctlError, usageError } from '../base/errors.js';
import { nearest } from '../base/text/suggest.js';
import type { DamagedProfile, Profile, ProfileFile } from './profile.js';

/** A profile by name, or undefined. Errors: `usage` for a damaged profile. */
export function findProfile({ profiles, damaged = {} }: ProfileFile, name: string): Profile | undefined {
  const found = Object.hasOwn(damaged, name) ? damaged[name] : undefined;
  if (found) throw damagedProfile(name, found);
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** A profile that must exist. Errors: `usage`. */
export function existingProfile(file: ProfileFile, name: string): Profile {
  const profile = findProfile(file, name);
  if (!profile) throw unknownProfile(name, file);
  return profile;
}

/** Whether a name is in use, also by a damaged profile. */
export const hasProfile = ({ profiles, damaged = {} }: ProfileFile, name: string): boolean =>
  Object.hasOwn(profiles, name) || Object.hasOwn(damaged, name);

export function unknownProfile(name: string, file: ProfileFile): ArchctlError {
  const known = Object.keys(file.profiles);
  const guess = nearest(name, known);
  const all = `Profiles: ${known.join(', ')}.`;
  return usageError(`There is no profile "${name}".`, {
    hint:
      known.length > 0
        ? `${guess === undefined ? '' : `Did you mean "${guess}"? `}${all}`
        : 'There are no profiles. Create one with "archctl auth login".',
  });
}

/** A damaged profile is never reset: it may contain the only copy of a secret. Its content is not printed. */
function damagedProfile(name: string, { path, problem }: DamagedProfile): ArchctlError {
  return usageError(`Profile "${name}" in ${path} is damaged: ${problem}.`, {
    hint: `Repair it in that file, or remove it: archctl profile remove ${/\s/.test(name) ? `"${name}"` : name}`,
  });
}
