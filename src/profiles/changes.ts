import { usageError } from '../base/errors.js';
import { withScheme } from '../base/network/typed-address.js';
import { InvalidChoiceError } from '../base/text/suggest.js';
import { PLANS, type Plan } from '../contract/limits.js';
import { SCOPE_NAMES } from '../contract/scopes.js';
import { webPatternProblem } from '../contract/web-app.js';
import { existingProfile, findProfile, hasProfile, unknownProfile } from './find.js';
import { checkName, type Profile, type ProfileFile, type WebhookSecret } from './profile.js';
import { scopeSetting } from './scopes.js';
import { originOf } from './settings.js';

/** Pure functions that change the profile file. Errors: `usage`. */

function without<T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> {
  const { [name]: _, ...rest } = all;
  return rest;
}

/** Checks that a name is valid and not in use. */
export function assertFree(file: ProfileFile, name: string): void {
  checkName(name);
  if (hasProfile(file, name)) throw usageError(`Profile "${name}" exists already and is not overwritten.`);
}

export function useProfile(file: ProfileFile, name: string): ProfileFile {
  existingProfile(file, name);
  return { ...file, current: name };
}

export function removeProfile(file: ProfileFile, name: string): ProfileFile {
  if (!hasProfile(file, name)) throw unknownProfile(name, file);
  const { current, damaged, ...rest } = file;
  return {
    ...rest,
    ...(current === undefined || current === name ? {} : { current }),
    profiles: without(file.profiles, name),
    ...(damaged && { damaged: without(damaged, name) }),
  };
}

export function renameProfile(file: ProfileFile, from: string, to: string): ProfileFile {
  const profile = existingProfile(file, from);
  assertFree(file, to);
  const profiles = Object.fromEntries(
    Object.entries(file.profiles).map(([name, value]) => (name === from ? [to, profile] : [name, value])),
  );
  return { ...file, ...(file.current === from && { current: to }), profiles };
}

/** Adds or replaces a profile, and makes it the current one if `use` is set. */
export function putProfile(file: ProfileFile, name: string, profile: Profile, use: boolean): ProfileFile {
  // A damaged profile is never replaced: it may contain the only copy of a secret.
  findProfile(file, name);
  return { ...file, ...(use && { current: name }), profiles: { ...file.profiles, [name]: profile } };
}

/** Address or URL pattern of the web app, from user input. Errors: `usage`. */
function webPattern(typed: string): string {
  const pattern = withScheme(typed);
  const problem = webPatternProblem(pattern);
  if (problem === undefined) return pattern;
  throw usageError(`The address of the web app ${problem}.`, {
    hint: 'For example: https://app.example.com, or https://example.com/{kind}/{handle}.',
  });
}

/** Sets one of PROFILE_SETTINGS; an empty value removes it. */
export function setProfile(file: ProfileFile, name: string, setting: string, value: string): ProfileFile {
  const { ...profile } = existingProfile(file, name);
  const scope = SCOPE_NAMES.find((it) => scopeSetting(it) === setting);
  if (scope && value === '') delete profile[scope];
  else if (scope) profile[scope] = value;
  switch (setting) {
    case 'plan':
      if (value === '') delete profile.plan;
      else if ((PLANS as readonly string[]).includes(value)) profile.plan = value as Plan;
      else {
        const fault = new InvalidChoiceError(value, PLANS);
        throw usageError(`${fault.message}.`, { hint: fault.hint('archctl profile set') });
      }
      break;
    case 'base-url': {
      const address = withScheme(value);
      // A different origin would receive the key; that requires a new sign-in.
      if (!URL.canParse(address) || originOf(address) !== originOf(profile.baseUrl)) {
        throw usageError(`The key of profile "${name}" belongs to ${originOf(profile.baseUrl)}.`, {
          hint: `To use another service, sign in there: archctl auth login -p NAME --base-url ${value || 'URL'}`,
        });
      }
      profile.baseUrl = address;
      break;
    }
    case 'web-url':
      if (value === '') delete profile.webUrl;
      else profile.webUrl = webPattern(value);
      break;
  }
  return { ...file, profiles: { ...file.profiles, [name]: profile } };
}

function withSecrets(
  file: ProfileFile,
  name: string,
  change: (secrets: readonly WebhookSecret[]) => WebhookSecret[],
): ProfileFile {
  const { webhookSecrets = [], ...rest } = existingProfile(file, name);
  const next = change(webhookSecrets);
  return {
    ...file,
    profiles: { ...file.profiles, [name]: { ...rest, ...(next.length > 0 ? { webhookSecrets: next } : {}) } },
  };
}

/** Adds a secret, or replaces the one of the same name. */
export const setWebhookSecret = (file: ProfileFile, profile: string, secret: WebhookSecret): ProfileFile =>
  withSecrets(file, profile, (secrets) => [...secrets.filter((it) => it.name !== secret.name), secret]);

export const removeWebhookSecret = (file: ProfileFile, profile: string, name: string): ProfileFile =>
  withSecrets(file, profile, (secrets) => {
    if (!secrets.some((it) => it.name === name)) {
      const known = secrets.map((it) => it.name);
      throw usageError(`There is no webhook secret "${name}".`, {
        hint:
          known.length > 0
            ? `Profiles: ${known.join(', ')}.`
            : 'There are no webhook secrets. Add one with "archctl webhook secret set NAME".',
      });
    }
    return secrets.filter((it) => it.name !== name);
  });
