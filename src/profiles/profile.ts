import { usageError } from '../base/errors.js';
import type { Plan } from '../contract/limits.js';
import { SCOPE_NAMES, type Scope } from '../contract/scopes.js';
import { scopeSetting } from './scopes.js';

export interface WebhookSecret {
  name: string;
  secret: string;
  /** Accept the secret only for events of this subscription. */
  subscriptionId?: string;
}

/** A named account with defaults; the scopes are those of `src/contract/scopes.ts`. */
export interface Profile extends Partial<Record<Scope, string>> {
  /** Service address; the key is sent to its origin only. */
  baseUrl: string;
  keyId: string;
  secret: string;
  /** The organization's plan, if the user set it; used for quota figures. */
  plan?: Plan;
  /** Address of the web app, or a pattern of its URLs (`src/contract/web-app.ts`). */
  webUrl?: string;
  /** Signing secrets of webhooks; several, so that one can be rotated. */
  webhookSecrets?: WebhookSecret[];
}

/** Content of the profile store. */
export interface ProfileFile {
  /** Name of the current profile. */
  current?: string;
  /** Valid profiles. */
  profiles: Record<string, Profile>;
  /** Invalid profiles: kept unchanged in the file until they are removed. */
  damaged?: Record<string, DamagedProfile>;
}

/** A profile that cannot be used. It may contain secrets, so only its problem may be printed. */
export interface DamagedProfile {
  path: string;
  /** The invalid field and the reason, as the end of a sentence. */
  problem: string;
  value: unknown;
}

/** Settings that `archctl profile set` can change. */
export const PROFILE_SETTINGS: readonly string[] = [
  ...SCOPE_NAMES.map(scopeSetting),
  'plan',
  'base-url',
  'web-url',
];

/** Whether the name of a profile, sandbox or secret is valid; names are used in file names and in shell completion. */
export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/** Validates a name. Errors: `usage`. */
export function checkName(name: string, noun = 'profile'): void {
  if (!isProfileName(name))
    throw usageError(`"${name}" is not a valid ${noun} name.`, {
      hint: 'Use up to 64 letters, digits, ".", "-" and "_", starting with a letter or digit.',
    });
}
