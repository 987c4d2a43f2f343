import { rmSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import { isLoopback } from '../../../base/loopback.js';
import { readOwnFile, replaceOwnFile } from '../../../base/own-file.js';
import { makePrivateDirectory } from '../../../base/private-directory.js';
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

/** Name of the profile that a sandbox writes. */
export const SANDBOX_PROFILE = 'sandbox';

function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  return protocol === 'http:' && isLoopback(hostname) && origin === text;
}

const recordPath = (context: Context): string => join(context.stateDirectory, 'sandbox.json');

export const defaultDataDirectory = (context: Context): string => join(context.stateDirectory, 'sandbox');

/** Makes the state directory, for what must be saved there. Errors: `usage` where it cannot be made. */
export function makeStateDirectory({ stateDirectory }: Context): void {
  try {
    makePrivateDirectory(stateDirectory);
  } catch (error) {
    throw usageError(`Nothing can be saved in ${stateDirectory}: ${(error as Error).message}.`, {
      hint: 'ARCHCTL_STATE_DIR names another directory.',
      cause: error,
    });
  }
}

/**
 * What the last sandbox of this state directory left; undefined where there is nothing.
 * @throws ArchctlError `usage` for a file that is not as archctl writes it, or not this user's.
 */
export function readSandbox(context: Context): SandboxRecord | undefined {
  const path = recordPath(context);
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
  throw distrusted(path, `is damaged: ${wrong.join(', ')} cannot be right`);
}

function parsed(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw distrusted(path, 'is damaged: it is not JSON');
  }
}

const distrusted = (path: string, what: string): ArchctlError =>
  usageError(`The file ${path}, which tells of the sandbox, ${what}. It was not used.`, {
    hint: 'Look at it, then remove it. A sandbox that still runs goes on; "archctl sandbox start" names its process.',
  });

/** Errors: `usage` where it cannot be saved. */
export function writeSandbox(context: Context, record: SandboxRecord): void {
  makeStateDirectory(context);
  const path = recordPath(context);
  try {
    replaceOwnFile(path, `${JSON.stringify(record, undefined, 2)}\n`);
  } catch (error) {
    throw usageError(`Cannot write ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Removes what this sandbox left, unless another has taken its place. */
export function forgetSandbox(context: Context, instance: string): void {
  try {
    if (readSandbox(context)?.instance === instance) rmSync(recordPath(context), { force: true });
  } catch {
    // It is not what was written, so it is not ours to remove.
  }
}
