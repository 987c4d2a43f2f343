import { join } from 'node:path';
import { type ArchctlError, usageError } from '../base/errors.js';
import { ownershipProblem } from '../base/files/private-directory.js';
import { readIfThere } from '../base/files/regular-file.js';
import { isObject } from '../base/is-object.js';
import type { Plan } from '../contract/limits.js';
import { webPatternProblem } from '../contract/web-app.js';
import type { LockClock } from './lock.js';
import { type DamagedProfile, isProfileName, type Profile, type ProfileFile } from './profile.js';

/** Profiles of one user. Reading is simple and fast; the code for writing is loaded on first use. */
export interface ProfileStore {
  /** Path of the file, for messages. */
  readonly path: string;
  /** Errors: `usage` if the file is invalid or writable by others. */
  read(): ProfileFile;
  /** Replaces the file with the result of `change`, which may be called more than once. */
  update(change: (file: ProfileFile) => ProfileFile): Promise<void>;
}

export function profileStore(directory: string, clock?: LockClock): ProfileStore {
  const path = join(directory, 'profiles.json');
  const read = (): ProfileFile => readProfiles(path);
  return {
    path,
    read,
    async update(change) {
      const { saveProfiles } = await import('./save.js');
      await saveProfiles({ path, read, change, clock });
    },
  };
}

function readProfiles(path: string): ProfileFile {
  const found = readIfThere(path, `the profiles in ${path}`);
  if (found === undefined) return { profiles: {} };
  const fault = ownershipProblem(found.stat);
  if (fault !== undefined) {
    throw usageError(`The profiles in ${path} are ignored: ${fault}, and could choose where keys are sent.`, {
      hint: `Check the file; if its content is yours, correct its mode or owner with "chmod go-w" or "chown". ARCHCTL_CONFIG_DIR selects another directory.`,
    });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(found.content);
  } catch {
    // The message of JSON.parse would quote the file.
    throw corrupt(path, 'it is not JSON');
  }
  return checkProfiles(parsed, path);
}

/**
 * Validates the profile file. Hand-written instead of a schema, because every command reads the file, most before any
 * schema is loaded. Problems name a field but never its value.
 */
function checkProfiles(parsed: unknown, path: string): ProfileFile {
  if (!isObject(parsed)) throw corrupt(path, 'it is not an object');
  const { current, profiles = {}, damaged: _, ...rest } = parsed;
  if (current !== undefined && typeof current !== 'string') throw corrupt(path, '"current" is not a string');
  if (!isObject(profiles)) throw corrupt(path, '"profiles" is not an object');
  const whole: [string, Profile][] = [];
  const damaged: [string, DamagedProfile][] = [];
  for (const [name, value] of Object.entries(profiles)) {
    const problem = isProfileName(name)
      ? problemOf(value)
      : 'its name contains characters other than letters, digits, ".", "-" and "_"';
    if (problem === undefined) whole.push([name, value as Profile]);
    else damaged.push([name, { path, problem, value }]);
  }
  return {
    ...rest,
    ...(current === undefined ? {} : { current }),
    profiles: Object.fromEntries(whole),
    ...(damaged.length > 0 ? { damaged: Object.fromEntries(damaged) } : {}),
  };
}

/** An unreadable file is never reset: it may contain the only copy of a secret. */
const corrupt = (path: string, what: string): ArchctlError =>
  usageError(`The profile file ${path} cannot be read: ${what}.`, {
    hint: 'Repair it, or move it away and sign in again with "archctl auth login". Nothing was changed.',
  });

/** A record, so that the compiler reports a missing plan. */
const PLAN_NAMES: Readonly<Record<Plan, true>> = { free: true, growth: true, scale: true, enterprise: true };

type Check = (value: unknown) => string | undefined;

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);
const text: Check = (value) => (typeof value === 'string' ? undefined : 'is not a string');
const filled: Check = (value) => {
  if (value === undefined) return 'is missing';
  return text(value) ?? ((value as string).trim() === '' ? 'is blank' : undefined);
};
/** Valid in a header: visible ASCII, as in `auth login`. */
const keyPart: Check = (value) =>
  filled(value) ??
  (/[^\x21-\x7e]/.test(value as string) ? 'contains a character that is invalid in keys' : undefined);

const FIELDS: Readonly<Record<keyof Profile, Check>> = {
  baseUrl: (value) => filled(value) ?? (isHttp(value as string) ? undefined : 'is not an http(s) address'),
  keyId: (value) => keyPart(value) ?? ((value as string).includes(':') ? 'contains a colon' : undefined),
  secret: keyPart,
  org: optional(text),
  landscape: optional(text),
  landscapeVersion: optional(text),
  plan: optional((value) =>
    typeof value === 'string' && Object.hasOwn(PLAN_NAMES, value)
      ? undefined
      : `is not one of ${Object.keys(PLAN_NAMES).join(', ')}`,
  ),
  webUrl: optional((value) => filled(value) ?? webPatternProblem(value as string)),
  webhookSecrets: optional(webhookSecrets),
};

function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not an object';
  for (const [field, check] of Object.entries(FIELDS)) {
    const problem = check(value[field]);
    if (problem !== undefined) return `${field}${problem.startsWith('[') ? '' : ' '}${problem}`;
  }
  return undefined;
}

/** A blank secret would verify any signature. */
function webhookSecrets(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is not a list';
  for (const [at, entry] of (value as unknown[]).entries()) {
    if (!isObject(entry)) return `[${at}] is not an object`;
    for (const [field, check] of [
      ['name', filled],
      ['secret', filled],
      ['subscriptionId', optional(filled)],
    ] as const) {
      const problem = check(entry[field]);
      if (problem !== undefined) return `[${at}].${field} ${problem}`;
    }
  }
  return undefined;
}

function isHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
