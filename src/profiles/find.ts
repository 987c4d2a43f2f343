import { type ArchctlError, usageError } from '../base/errors.js';
import { nearest } from '../base/suggest.js';
import type { DamagedProfile, Profile, ProfileFile } from './profile.js';

/** A profile by its name, undefined where there is none. Errors: `usage` for one that is damaged. */
export function findProfile({ profiles, damaged = {} }: ProfileFile, name: string): Profile | undefined {
  const found = Object.hasOwn(damaged, name) ? damaged[name] : undefined;
  if (found) throw damagedProfile(name, found);
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** A profile that must be there. Errors: `usage`. */
export function existingProfile(file: ProfileFile, name: string): Profile {
  const profile = findProfile(file, name);
  if (!profile) throw unknownProfile(name, file);
  return profile;
}

/** Whether a name is taken, also by a damaged profile. */
export const hasProfile = ({ profiles, damaged = {} }: ProfileFile, name: string): boolean =>
  Object.hasOwn(profiles, name) || Object.hasOwn(damaged, name);

export function unknownProfile(name: string, file: ProfileFile): ArchctlError {
  const known = Object.keys(file.profiles);
  const guess = nearest(name, known);
  const all = `There are: ${known.join(', ')}.`;
  return usageError(`There is no profile "${name}".`, {
    hint:
      known.length > 0
        ? `${guess === undefined ? '' : `Did you mean "${guess}"? `}${all}`
        : 'There are none yet: "archctl auth login" makes one.',
  });
}

/** It is never reset: it may hold the only copy of a secret. What it holds is not told. */
function damagedProfile(name: string, { path, problem }: DamagedProfile): ArchctlError {
  return usageError(`Profile "${name}" in ${path} is damaged: ${problem}.`, {
    hint: `Mend it in that file, or give it up: archctl profile remove ${/\s/.test(name) ? `"${name}"` : name}`,
  });
}
