import { usageError } from '../base/errors.js';
import { NotOneOf } from '../base/suggest.js';
import { PLANS, type Plan } from '../contract/limits.js';
import { SCOPE_NAMES } from '../contract/scopes.js';
import { isProfileName, type Profile, type ProfileFile } from './profile.js';
import { scopeSetting } from './scopes.js';
import { originOf, unknownProfile } from './settings.js';

/** Changes of the profile file, each from one file to the next. Errors: `usage`. */

function existing(file: ProfileFile, name: string): Profile {
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (!profile) throw unknownProfile(name, file);
  return profile;
}

/** A name for a new profile: well formed and not taken. */
export function assertFree(file: ProfileFile, name: string): void {
  if (!isProfileName(name))
    throw usageError(`"${name}" cannot be a profile's name.`, {
      hint: 'Use letters, digits, ".", "-" and "_".',
    });
  if (Object.hasOwn(file.profiles, name))
    throw usageError(`There is a profile "${name}" already; it is not overwritten.`);
}

export function useProfile(file: ProfileFile, name: string): ProfileFile {
  existing(file, name);
  return { ...file, current: name };
}

export function removeProfile(file: ProfileFile, name: string): ProfileFile {
  existing(file, name);
  const { [name]: _, ...profiles } = file.profiles;
  const current = file.current === name ? undefined : file.current;
  return { ...(current === undefined ? {} : { current }), profiles };
}

export function renameProfile(file: ProfileFile, from: string, to: string): ProfileFile {
  const profile = existing(file, from);
  assertFree(file, to);
  const profiles = Object.fromEntries(
    Object.entries(file.profiles).map(([name, value]) => (name === from ? [to, profile] : [name, value])),
  );
  return {
    ...(file.current === undefined ? {} : { current: file.current === from ? to : file.current }),
    profiles,
  };
}

/** Sets one of PROFILE_SETTINGS; an empty value takes it away. */
export function setProfile(file: ProfileFile, name: string, setting: string, value: string): ProfileFile {
  const { ...profile } = existing(file, name);
  const scope = SCOPE_NAMES.find((it) => scopeSetting(it) === setting);
  if (scope && value === '') delete profile[scope];
  else if (scope) profile[scope] = value;
  switch (setting) {
    case 'plan':
      if (value === '') delete profile.plan;
      else if ((PLANS as readonly string[]).includes(value)) profile.plan = value as Plan;
      else {
        const fault = new NotOneOf(value, PLANS);
        throw usageError(`${fault.message}.`, { hint: fault.hint('archctl profile set') });
      }
      break;
    case 'base-url':
      // Another origin would carry the key there: that is a new sign-in, not a setting.
      if (!URL.canParse(value) || originOf(value) !== originOf(profile.baseUrl)) {
        throw usageError(`The key of profile "${name}" belongs to ${originOf(profile.baseUrl)}.`, {
          hint: `To use another service, sign in there: archctl auth login -p NAME --base-url ${value || 'URL'}`,
        });
      }
      profile.baseUrl = value;
      break;
  }
  return { ...file, profiles: { ...file.profiles, [name]: profile } };
}
