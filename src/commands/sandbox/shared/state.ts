import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { writeAtomically } from '../../../base/files.js';
import { makeDirectory } from '../../../base/make-directory.js';
import type { Context } from '../../../cli/command/spec.js';

/** What a running sandbox left in the state directory, for `status`, `stop` and `reset`. */
export interface SandboxRecord {
  pid: number;
  baseUrl: string;
  dataDir: string | null;
  plan: string;
  startedAt: string;
}

/** Name of the profile that a sandbox writes. */
export const SANDBOX_PROFILE = 'sandbox';

const recordPath = (context: Context): string => join(context.stateDirectory, 'sandbox.json');

export const defaultDataDirectory = (context: Context): string => join(context.stateDirectory, 'sandbox');

/** Makes the state directory, for what must be saved there. Errors: `usage` where it cannot be made. */
export function makeStateDirectory({ stateDirectory }: Context): void {
  try {
    makeDirectory(stateDirectory);
  } catch (error) {
    throw usageError(`Nothing can be saved in ${stateDirectory}: ${(error as Error).message}.`, {
      hint: 'ARCHCTL_STATE_DIR names another directory.',
      cause: error,
    });
  }
}

export function readSandbox(context: Context): SandboxRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(context), 'utf8')) as SandboxRecord;
  } catch {
    return undefined;
  }
}

export function writeSandbox(context: Context, record: SandboxRecord): void {
  makeStateDirectory(context);
  writeAtomically(recordPath(context), `${JSON.stringify(record, undefined, 2)}\n`);
}

export function forgetSandbox(context: Context, pid: number): void {
  if (readSandbox(context)?.pid === pid) rmSync(recordPath(context), { force: true });
}

/** Whether the process is there; one of another user counts as there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
