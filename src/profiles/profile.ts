import type { Plan } from '../contract/limits.js';
import { SCOPE_NAMES, type Scope } from '../contract/scopes.js';
import { scopeSetting } from './scopes.js';

/** A signing secret of a webhook subscription (docs/service.md#subscriptions). */
export interface WebhookSecret {
  name: string;
  secret: string;
  /** Used for this subscription's events only. */
  subscriptionId?: string;
}

/** Who and where the user is, under a name; the places are those of `src/contract/scopes.ts`. */
export interface Profile extends Partial<Record<Scope, string>> {
  /** Address of the service; the key goes to its origin only. */
  baseUrl: string;
  keyId: string;
  secret: string;
  /** The organization's plan, as far as the user told; quota figures are read off it. */
  plan?: Plan;
  /** Where the web app is, or a pattern of its addresses (`src/contract/web-app.ts`). */
  webUrl?: string;
  /** Signing secrets of webhooks; several, so that one can be rotated. */
  webhookSecrets?: WebhookSecret[];
}

/** What the profile store holds. */
export interface ProfileFile {
  /** Name of the profile in use when none is named. */
  current?: string;
  /** Those that are whole. */
  profiles: Record<string, Profile>;
  /** Those that are not: they stay in the file as they are until they are removed. */
  damaged?: Record<string, DamagedProfile>;
}

/** A profile that cannot be used. It may hold secrets: only what is wrong with it may be told. */
export interface DamagedProfile {
  /** Path of the file. */
  path: string;
  /** Which field, and what is wrong with it; part of a sentence. */
  problem: string;
  value: unknown;
}

/** Settings of a profile that `archctl profile set` may change. */
export const PROFILE_SETTINGS: readonly string[] = [
  ...SCOPE_NAMES.map(scopeSetting),
  'plan',
  'base-url',
  'web-url',
];

/** Names are used as file names and in shell completion: letters, digits, dot, dash, underscore. */
export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
