import { linkSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import { isLoopback } from '../../../base/loopback.js';
import { readOwnFile, replaceOwnFile } from '../../../base/own-file.js';
import { makePrivateDirectory } from '../../../base/private-directory.js';
import { systemWords } from '../../../base/system-words.js';
import type { Context } from '../../../cli/command/spec.js';
import { PLANS } from '../../../contract/limits.js';

/** Larger ids are none on any system. */
const MAX_PID = 2 ** 31 - 1;

const sandboxRecord = z.object({
  /** 0 and negative numbers are no processes: a signal to them reaches many. */
  pid: z.int().check(z.gte(1), z.lte(MAX_PID)),
  /** When the process began, as `startOf` tells; null where the system does not. */
  start: z.nullable(z.string().check(z.maxLength(100))),
  baseUrl: z.string().check(z.refine(isLoopbackOrigin)),
  /** What the sandbox proves itself with; a secret of this run. */
  instance: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  dataDir: z.nullable(z.string()),
  plan: z.enum(PLANS),
  startedAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
});

/** What a running sandbox left in the state directory, for `status`, `stop` and `reset`. */
export type SandboxRecord = z.output<typeof sandboxRecord>;

/** Name of a sandbox that was given none, and of the profile that it writes. */
export const SANDBOX_PROFILE = 'sandbox';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A name that may be given to a sandbox. Errors: `usage`. */
export function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw usageError(`"${name}" is not a valid sandbox name.`, {
    hint: 'Use up to 64 letters, digits, ".", "-" and "_", starting with a letter or digit.',
  });
}

/** What a sandbox's files and its profile are called: `sandbox` for the one without a name, else `sandbox-NAME`. */
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

/** Where a sandbox in the background writes what goes wrong. */
export const logPath = ({ stateDirectory }: Context, name: string): string =>
  join(stateDirectory, `${profileOf(name)}.log`);

/** Names of all sandboxes that left something in the state directory, running or not. */
export function sandboxNames({ stateDirectory }: Context): string[] {
  const names = filesIn(stateDirectory).flatMap((file) => {
    const [found, name = SANDBOX_PROFILE] = /^sandbox(?:-(.+))?\.json$/.exec(file) ?? [];
    return found !== undefined && NAME.test(name) ? [name] : [];
  });
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Nothing was ever saved there.
    return [];
  }
}

/** Makes the state directory, for what must be saved there. Errors: `usage` where it cannot be made. */
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
 * What the last sandbox of a name left; undefined where there is nothing.
 * @throws ArchctlError `usage` for a file that is not as archctl writes it, or not this user's.
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
 * Writes down a sandbox under its name, unless another has the name: then nothing is written.
 * @returns whether the name is its own now.
 * @throws ArchctlError `usage` where nothing can be saved.
 */
export function claimName(context: Context, name: string, record: SandboxRecord): boolean {
  makeStateDirectory(context);
  const path = recordPath(context, name);
  const beside = join(context.stateDirectory, `.archctl-${record.instance.slice(0, 16)}.tmp`);
  try {
    replaceOwnFile(beside, `${JSON.stringify(record, undefined, 2)}\n`);
    // Whole from its first moment, and of two sandboxes that start at once only one has it.
    linkSync(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw usageError(`Cannot write ${path}: ${systemWords(error)}.`, { cause: error });
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Removes what this sandbox left, unless another has taken its place. Answers whether it did. */
export function forgetSandbox(context: Context, name: string, instance: string): boolean {
  try {
    if (readSandbox(context, name)?.instance !== instance) return false;
    rmSync(recordPath(context, name), { force: true });
    return true;
  } catch {
    // It is not what was written, so it is not ours to remove.
    return false;
  }
}
