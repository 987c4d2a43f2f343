import { SCOPE_NAMES, type Scope, scopeShape } from '../contract/scopes.js';
import { configDirectory } from '../profiles/directories.js';
import type { Profile, ProfileFile } from '../profiles/profile.js';
import { resolveSettings } from '../profiles/settings.js';
import { profileStore } from '../profiles/store.js';
import type { Places } from './types.js';

/** Who asks and where: what cached names belong to, and what a refresh must know. No secret is in it. */
export interface Account {
  /** Names the key: of the profile, or of the environment. */
  name: string;
  baseUrl: string;
  /** Where it works, as far as that is known. */
  places: Readonly<Partial<Record<Scope, string>>>;
  /** May be asked; false where the line itself names the address, which may be typed by half. */
  asks: boolean;
}

/** The account a line works with; undefined where nobody is signed in. Throws like the settings do. */
export interface Surroundings {
  account(): Account | undefined;
  profile(): Profile | undefined;
  profiles(): ProfileFile['profiles'];
}

export function surroundings(
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Surroundings {
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
        // Another key of the same profile may see other things.
        name: `${settings.accountName()} ${credentials.id}`,
        baseUrl,
        places: Object.fromEntries(
          SCOPE_NAMES.flatMap((scope) => {
            const value = settings.place(scope)?.value ?? scopeShape(scope).unlessTold?.value;
            return value === undefined ? [] : [[scope, value]];
          }),
        ),
        asks: places.baseUrl === undefined,
      };
    },
  };
}

/** The places a list of records belongs to, or undefined where one that it needs is not known. */
export function idsOf(scopes: readonly Scope[], { places }: Account): string[] | undefined {
  const ids = scopes.map((scope) => places[scope]);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}
