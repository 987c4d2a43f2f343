import type { RecordKind } from '../cli/command/spec.js';
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
  org?: string;
  landscape?: string;
  landscapeVersion: string;
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
      const [org, landscape] = [settings.place('org')?.value, settings.place('landscape')?.value];
      return {
        // Another key of the same profile may see other things.
        name: `${settings.accountName()} ${credentials.id}`,
        baseUrl,
        ...(org !== undefined && { org }),
        ...(landscape !== undefined && { landscape }),
        landscapeVersion: settings.place('landscapeVersion')?.value ?? 'latest',
        asks: places.baseUrl === undefined,
      };
    },
  };
}

/** Places that records of a kind belong to, in order. */
const SCOPES: Readonly<Record<RecordKind | 'label', readonly ('org' | 'landscape' | 'landscapeVersion')[]>> =
  {
    org: [],
    technology: [],
    landscape: ['org'],
    key: ['org'],
    user: ['org'],
    version: ['landscape'],
    diagram: ['landscape', 'landscapeVersion'],
    draft: ['landscape', 'landscapeVersion'],
    flow: ['landscape', 'landscapeVersion'],
    object: ['landscape', 'landscapeVersion'],
    connection: ['landscape', 'landscapeVersion'],
    tag: ['landscape', 'landscapeVersion'],
    label: ['landscape', 'landscapeVersion'],
  };

/** What a list of records belongs to, or undefined where a place that it needs is not known. */
export function scopeOf(kind: RecordKind | 'label', account: Account): string[] | undefined {
  const scope = SCOPES[kind].map((place) => account[place]);
  return scope.every((it) => it !== undefined) ? scope : undefined;
}
