import { ArchctlError, usageError } from '../base/errors.js';
import { withScheme } from '../base/network/typed-address.js';
import type { Scope } from '../contract/scopes.js';
import { existingProfile, hasProfile, unknownProfile } from './find.js';
import type { Profile, ProfileFile } from './profile.js';
import { findProjectFile } from './project-file.js';
import { scopeOption, scopeVariable } from './scopes.js';
import type { ProfileStore } from './store.js';

/** A value and its source, as printed by `auth status` and `doctor`. */
export interface SourcedValue<T> {
  value: T;
  source: string;
}

export interface GivenSettings extends Partial<Record<Scope, string | undefined>> {
  profile?: string | undefined;
  baseUrl?: string | undefined;
}

/** Resolves option > environment > project file > profile, each on first use. */
export interface Settings {
  /** Name of the current profile, if any. */
  profileName(): SourcedValue<string> | undefined;
  profile(): Profile | undefined;
  /** Key for request counters: the profile name, or a name derived from the environment's key. */
  accountName(): string;
  baseUrl(): SourcedValue<string> | undefined;
  credentials(): SourcedValue<{ id: string; secret: string }> | undefined;
  /** Service address and key, checked to belong together. Errors: `auth` if not signed in. */
  account(): { baseUrl: string; credentials: { id: string; secret: string } };
  /** A scope from an option, the environment, the project file or the profile. */
  scope(name: Scope): SourcedValue<string> | undefined;
}

export interface SettingsSources {
  given: GivenSettings;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  store: ProfileStore;
}

export function resolveSettings({ given, env, cwd, store }: SettingsSources): Settings {
  const file = once<ProfileFile>(() => store.read());
  const project = once(() => findProjectFile(cwd));

  const profileName = once((): SourcedValue<string> | undefined => {
    const named = given.profile
      ? { value: given.profile, source: '--profile' }
      : env.ARCHCTL_PROFILE
        ? { value: env.ARCHCTL_PROFILE, source: 'ARCHCTL_PROFILE' }
        : undefined;
    if (named && !hasProfile(file(), named.value)) throw unknownProfile(named.value, file());
    if (named) return named;
    const { current } = file();
    return current && hasProfile(file(), current) ? { value: current, source: store.path } : undefined;
  });
  const profile = once((): Profile | undefined => {
    const name = profileName()?.value;
    return name === undefined ? undefined : existingProfile(file(), name);
  });
  const fromProfile = (what: string): string => `profile ${profileName()?.value} (${what})`;

  const baseUrl = once((): SourcedValue<string> | undefined => {
    if (given.baseUrl) return { value: withScheme(given.baseUrl), source: '--base-url' };
    if (env.ARCHCTL_BASE_URL) return { value: withScheme(env.ARCHCTL_BASE_URL), source: 'ARCHCTL_BASE_URL' };
    const stored = profile()?.baseUrl;
    return stored === undefined ? undefined : { value: stored, source: fromProfile('baseUrl') };
  });
  const credentials = once(() => {
    if (env.ARCHCTL_API_KEY)
      return { value: parseKey(env.ARCHCTL_API_KEY, 'ARCHCTL_API_KEY'), source: 'ARCHCTL_API_KEY' };
    const stored = profile();
    if (!stored) return undefined;
    return { value: { id: stored.keyId, secret: stored.secret }, source: fromProfile(store.path) };
  });

  /**
   * Sends the environment's key without encryption only to an address that the user named, not to that of the current
   * profile.
   */
  const refuseUnnamedAddress = (address: string): void => {
    // A named profile must exist, even if it is not used.
    const name = profileName();
    if (given.baseUrl || env.ARCHCTL_BASE_URL || name?.source !== store.path) return;
    refuseUnnamed(address, 'ARCHCTL_API_KEY', name.value);
  };

  return {
    profileName,
    profile,
    accountName: () =>
      env.ARCHCTL_API_KEY
        ? `key-${parseKey(env.ARCHCTL_API_KEY, 'ARCHCTL_API_KEY').id}`
        : // `auth login -p NAME` counts requests under the name of the profile that it will create.
          given.profile || env.ARCHCTL_PROFILE || profileName()?.value || 'default',
    baseUrl,
    credentials,
    account() {
      const key = credentials();
      const address = baseUrl();
      if (!key) throw notSignedIn();
      if (!address) throw noAddress();
      if (env.ARCHCTL_API_KEY) refuseUnnamedAddress(address.value);
      else refuseOther(address.value, profile()?.baseUrl ?? address.value, profileName()?.value);
      return { baseUrl: address.value, credentials: key.value };
    },
    scope(name) {
      const option = given[name];
      if (option) return { value: option, source: scopeOption(name) };
      const variable = scopeVariable(name);
      if (env[variable]) return { value: env[variable], source: variable };
      const projectFile = project();
      const inProject = projectFile?.values[name];
      if (projectFile && inProject) return { value: inProject, source: projectFile.path };
      const stored = profile()?.[name];
      return stored ? { value: stored, source: fromProfile(name) } : undefined;
    },
  };
}

/** Parses `id:secret`; the secret may contain colons. Errors never repeat the input. */
export function parseKey(text: string, source: string): { id: string; secret: string } {
  const at = text.trim().indexOf(':');
  const id = text.trim().slice(0, Math.max(at, 0));
  const secret = text.trim().slice(at + 1);
  if (at < 1 || secret === '' || /[^\x21-\x7e]/.test(`${id}${secret}`)) {
    throw usageError(`${source} does not contain a key of the form ID:SECRET.`);
  }
  return { id, secret };
}

export const notSignedIn = (): ArchctlError =>
  new ArchctlError('auth', 'Not signed in.', {
    hint: 'Sign in with "archctl auth login", or try archctl without an account: "archctl sandbox start".',
  });

const noAddress = (): ArchctlError =>
  usageError('A key is set, but not the address of the service.', {
    hint: 'Set --base-url URL or ARCHCTL_BASE_URL, or sign in with "archctl auth login".',
  });

export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** Rejects an address whose origin differs from `home`, the origin that the profile's key was saved for. */
function refuseOther(address: string, home: string, profile: string | undefined): void {
  if (originOf(home) === originOf(address)) return;
  throw usageError(
    `The key of profile "${profile}" belongs to ${originOf(home)} and is not sent to ${originOf(address)}.`,
    {
      hint: 'Sign in there with "archctl auth login -p NAME --base-url URL", or set that service\'s key in ARCHCTL_API_KEY.',
    },
  );
}

/**
 * Rejects sending a key from another source to the address of a profile that the user did not name, unless it uses
 * https.
 *
 * @throws ArchctlError `usage`
 */
export function refuseUnnamed(address: string, key: string, profile: string): void {
  if (URL.canParse(address) && new URL(address).protocol === 'https:') return;
  throw usageError(
    `The key from ${key} is not sent to ${originOf(address)}: profile "${profile}" was not chosen explicitly.`,
    { hint: `Choose the address: --base-url URL, ARCHCTL_BASE_URL, or -p ${profile}` },
  );
}

/** Evaluates at most once, on first use. */
function once<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
