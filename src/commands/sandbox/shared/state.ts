import { linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import { deleteFile } from '../../../base/files/delete-file.js';
import { readOwnFile, replaceOwnFile } from '../../../base/files/own-file.js';
import { makePrivateDirectory } from '../../../base/files/private-directory.js';
import { isLoopback } from '../../../base/network/loopback.js';
import { systemWords } from '../../../base/system-words.js';
import type { Context } from '../../../cli/command/spec.js';
import { PLANS } from '../../../contract/limits.js';
import { checkName, isProfileName } from '../../../profiles/profile.js';

/** Maximum process id on any system. */
const MAX_PID = 2 ** 31 - 1;

const sandboxRecord = z.object({
  /** 0 and negative ids address process groups. */
  pid: z.int().check(z.gte(1), z.lte(MAX_PID)),
  /** Start time of the process from `startOf`; null if the system does not provide it. */
  start: z.nullable(z.string().check(z.maxLength(100))),
  baseUrl: z.string().check(z.refine(isLoopbackOrigin)),
  /** Secret of this run that proves the identity of the sandbox. */
  instance: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  dataDir: z.nullable(z.string()),
  plan: z.enum(PLANS),
  startedAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
});

/** Record of a running sandbox in the state directory, for `status`, `stop` and `reset`. */
export type SandboxRecord = z.output<typeof sandboxRecord>;

/** Default name of a sandbox, and of the profile that it writes. */
export const SANDBOX_PROFILE = 'sandbox';

/** Validates the name of a sandbox. Errors: `usage`. */
export function checkedName(name: string): string {
  checkName(name, 'sandbox');
  return name;
}

/** Base name of a sandbox's files and profile: `sandbox` for the default name, else `sandbox-NAME`. */
export const profileOf = (name: string): string =>
  name === SANDBOX_PROFILE ? SANDBOX_PROFILE : `${SANDBOX_PROFILE}-${name}`;

function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  return protocol === 'http:' && isLoopback(hostname) && origin === text;
}

const recordPath = ({ stateDirectory }: Context, name: string): string =>
  join(stateDirectory, `${profileOf(name)}.json`);

export const defaultDataDirectory = ({ stateDirectory }: Context, name: string): string =>
  join(stateDirectory, profileOf(name));

/** Error log of a sandbox in the background. */
export const logPath = ({ stateDirectory }: Context, name: string): string =>
  join(stateDirectory, `${profileOf(name)}.log`);

/** Names of all sandboxes with a record in the state directory, running or not. */
export function sandboxNames({ stateDirectory }: Context): string[] {
  const names = filesIn(stateDirectory).flatMap((file) => {
    const [found, name = SANDBOX_PROFILE] = /^sandbox(?:-(.+))?\.json$/.exec(file) ?? [];
    return found !== undefined && isProfileName(name) ? [name] : [];
  });
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // The state directory does not exist yet.
    return [];
  }
}

/** Creates the state directory. Errors: `usage` if that fails. */
export function makeStateDirectory({ stateDirectory }: Context): void {
  try {
    makePrivateDirectory(stateDirectory);
  } catch (error) {
    throw usageError(`Cannot write to ${stateDirectory}: ${systemWords(error)}.`, {
      hint: 'ARCHCTL_STATE_DIR selects another directory.',
      cause: error,
    });
  }
}

/**
 * Reads the last record of a sandbox; undefined if there is none.
 *
 * @throws ArchctlError `usage` for a file in another format, or of another user.
 */
export function readSandbox(context: Context, name: string): SandboxRecord | undefined {
  const path = recordPath(context, name);
  let content: string | undefined;
  try {
    content = readOwnFile(path)?.content;
  } catch (error) {
    throw distrusted(path, (error as Error).message);
  }
  if (content === undefined) return undefined;
  const outcome = z.safeParse(sandboxRecord, parsed(path, content));
  if (outcome.success) return outcome.data;
  const wrong = [...new Set(outcome.error.issues.map(({ path: [field = 'it'] }) => String(field)))];
  throw distrusted(path, `is damaged: ${wrong.join(', ')} is invalid`);
}

function parsed(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw distrusted(path, 'is damaged: it is not JSON');
  }
}

const distrusted = (path: string, what: string): ArchctlError =>
  usageError(`The sandbox record ${path} ${what}. archctl did not use it.`, {
    hint: 'Check the file, then remove it. A running sandbox continues; "archctl sandbox start" prints its process id.',
  });

/**
 * Writes the record of a sandbox, unless another sandbox has the name.
 *
 * @returns Whether the name was claimed.
 *
 * @throws ArchctlError `usage` if the record cannot be saved.
 */
export function claimName(context: Context, name: string, record: SandboxRecord): boolean {
  makeStateDirectory(context);
  const path = recordPath(context, name);
  const beside = join(context.stateDirectory, `.archctl-${record.instance.slice(0, 16)}.tmp`);
  try {
    replaceOwnFile(beside, `${JSON.stringify(record, undefined, 2)}\n`);
    // A hard link is atomic: the file is complete from the start, and of two concurrent starts only one succeeds.
    linkSync(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw usageError(`Cannot write ${path}: ${systemWords(error)}.`, { cause: error });
  } finally {
    deleteFile(beside);
  }
}

/** Removes the record of this sandbox, unless another has replaced it. Returns true if it was removed. */
export function forgetSandbox(context: Context, name: string, instance: string): boolean {
  try {
    if (readSandbox(context, name)?.instance !== instance) return false;
    deleteFile(recordPath(context, name));
    return true;
  } catch {
    // The file was changed, so it is not removed.
    return false;
  }
}
