import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import { makeDirectory } from '../../../base/make-directory.js';
import { readOwnFile } from '../../../base/own-file.js';
import { fateOf, startOf } from '../../shared/process.js';

/**
 * Who applies to a landscape: a file in the state directory, made by one and by nobody else, which says who and since
 * when, and gets a line for each step that was answered. It goes with its holder. Applies on other machines know nothing
 * of it: they are held apart by the commits of records, which each step names.
 */

export interface Holder {
  pid: number;
  /** As `startOf` has it; null where the system does not tell. */
  start: string | null;
  host: string;
  since: string;
  /** Steps that were answered, and how many there are. */
  done: number;
  total: number;
  /** The import that was begun last; it may run on when its holder is gone. */
  importId?: string;
}

export interface Lease {
  /** An apply that ended half way, by a crash: what it had done. */
  readonly left: Holder | undefined;
  began(total: number): void;
  answered(steps?: number): void;
  importing(importId: string): void;
  release(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;

const fileOf = (stateDirectory: string, landscapeId: string): string =>
  join(stateDirectory, 'applies', createHash('sha256').update(landscapeId).digest('hex').slice(0, 32));

/** Who applies to a landscape now; undefined where nobody does. */
export function holderOf(stateDirectory: string, landscapeId: string): Holder | undefined {
  const found = read(fileOf(stateDirectory, landscapeId));
  return found && isThere(found) ? found : undefined;
}

const isThere = ({ pid, start, host }: Holder): boolean =>
  host !== hostname() || fateOf({ pid, start }) !== 'gone';

export const holderInWords = ({ pid, host, since, done, total }: Holder): string =>
  `An apply of process ${pid} on ${host} has run since ${since}: ${total === 0 ? 'it plans' : `${done} of ${total} steps are done`}.`;

/**
 * Takes the lease of a landscape. What a process left that is gone is taken over.
 * @throws ArchctlError `usage` that says who has it and since when, unless it is to be broken.
 */
export function takeLease(
  stateDirectory: string,
  landscapeId: string,
  { now, isBroken }: { now: Date; isBroken: boolean },
): Lease {
  const file = fileOf(stateDirectory, landscapeId);
  makeDirectory(join(stateDirectory, 'applies'), 0o700);
  const left = read(file);
  if (left && !isBroken && isThere(left))
    throw usageError(holderInWords(left), {
      hint: 'Wait for it to end. Where it is gone for certain, give --break-lock.',
    });
  // Moved, not removed: of two that find the same one, one alone can move it.
  if (left) attempt(() => renameSync(file, `${file}.left`));
  begin(file, now);
  const write = (line: object): void => appendFileSync(file, `${JSON.stringify(line)}\n`);
  return {
    left,
    began: (total) => write({ total }),
    answered: (steps = 1) => write({ done: steps }),
    importing: (importId) => write({ importId }),
    release: () => rmSync(file, { force: true }),
  };
}

function begin(file: string, now: Date): void {
  const { pid } = process;
  const holder = { pid, start: startOf(pid) ?? null, host: hostname(), since: now.toISOString() };
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, `${JSON.stringify(holder)}\n`);
    closeSync(handle);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = read(file);
    throw usageError(found ? holderInWords(found) : 'Another apply has just begun.', {
      hint: 'Wait for it to end.',
    });
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Another was quicker.
  }
}

function read(file: string): Holder | undefined {
  const found = attemptRead(file);
  if (found === undefined) return undefined;
  const [first, ...lines] = found.split('\n').flatMap((line) => {
    const value = parsed(line);
    return isObject(value) ? [value] : [];
  });
  if (!first || typeof first.pid !== 'number') return undefined;
  const { pid, start, host, since } = first;
  const total = lines.find((it) => typeof it.total === 'number')?.total;
  const importId = lines.findLast((it) => typeof it.importId === 'string')?.importId;
  return {
    pid,
    start: typeof start === 'string' ? start : null,
    host: String(host),
    since: String(since),
    done: lines.reduce((sum, { done }) => (typeof done === 'number' ? sum + done : sum), 0),
    total: typeof total === 'number' ? total : 0,
    ...(typeof importId === 'string' && { importId }),
  };
}

function attemptRead(file: string): string | undefined {
  try {
    return readOwnFile(file, MAX_BYTES)?.content;
  } catch (error) {
    throw usageError(`The file ${file} ${(error as Error).message}.`, { cause: error, hint: 'Remove it.' });
  }
}

/** A line that a crash cut short says nothing. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
