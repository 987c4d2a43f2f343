import { SCOPE_NAMES, type Scope, scopeShape } from '../contract/scopes.js';
import { configDirectory } from '../profiles/directories.js';
import type { Profile, ProfileFile } from '../profiles/profile.js';
import { resolveSettings } from '../profiles/settings.js';
import { profileStore } from '../profiles/store.js';
import type { LineAccount } from './types.js';

/** Account and scopes that cached names belong to and that a refresh needs. Contains no secret. */
export interface Account {
  /** Identifies the key: the profile's, or that of the environment. */
  name: string;
  baseUrl: string;
  /** Scopes, as far as they are known. */
  places: Readonly<Partial<Record<Scope, string>>>;
  /** Whether a refresh is allowed; false if the line contains the address, which may be incomplete. */
  canRefresh: boolean;
}

/** The account of a command line; undefined if not signed in. Throws the same errors as the settings. */
export interface AccountSettings {
  account(): Account | undefined;
  profile(): Profile | undefined;
  profiles(): ProfileFile['profiles'];
}

export function accountSettings(
  places: LineAccount,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): AccountSettings {
  const store = profileStore(configDirectory(env));
  const settings = resolveSettings({ given: places, env, cwd, store });
  return {
    profile: () => settings.profile(),
    profiles: () => store.read().profiles,
    account() {
      const credentials = settings.credentials()?.value;
      const baseUrl = settings.baseUrl()?.value;
      if (!credentials || baseUrl === undefined) return undefined;
      return {
        // Another key of the same profile may see other records.
        name: `${settings.accountName()} ${credentials.id}`,
        baseUrl,
        places: Object.fromEntries(
          SCOPE_NAMES.flatMap((scope) => {
            const value = settings.scope(scope)?.value ?? scopeShape(scope).fallback?.value;
            return value === undefined ? [] : [[scope, value]];
          }),
        ),
        canRefresh: places.baseUrl === undefined,
      };
    },
  };
}

/** Ids of the scopes that a list belongs to, or undefined if one is unknown. */
export function idsOf(scopes: readonly Scope[], { places }: Account): string[] | undefined {
  const ids = scopes.map((scope) => places[scope]);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}
