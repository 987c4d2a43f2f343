import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { usageError } from '../base/errors.js';
import { makeDirectory } from '../base/make-directory.js';

/** A lock older than this was left behind by a process that died: what it guards takes milliseconds. */
const STALE_MS = 10_000;
const WITHIN_MS = 5_000;
const STEP_MS = 15;

/** Runs `work` while no other process holds the lock file. Errors: `usage` when it stays taken. */
export async function withLock<T>(path: string, work: () => T): Promise<T> {
  let state = take(path);
  for (let waited = 0; state === 'busy'; waited += STEP_MS) {
    if (waited >= WITHIN_MS) {
      throw usageError(`Another archctl is changing the profiles (${path}).`, {
        hint: 'Try again; if none is running, remove that file.',
      });
    }
    await wait(STEP_MS);
    state = take(path);
  }
  try {
    return work();
  } finally {
    if (state === 'held') rmSync(path, { force: true });
  }
}

function take(path: string): 'held' | 'busy' | 'impossible' {
  try {
    makeDirectory(dirname(path));
  } catch {
    // Told by the write itself, with its own hint; so is a directory that cannot be written.
    return 'impossible';
  }
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return 'held';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return 'impossible';
    if (isStale(path)) rmSync(path, { force: true });
    return 'busy';
  }
}

function isStale(path: string): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}
