import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../../base/begun-file.js';
import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import { readOwnFile } from '../../../base/own-file.js';
import { makePrivateDirectory, sharedWith } from '../../../base/private-directory.js';
import { randomId } from '../../../base/random-id.js';
import { isAbsent } from '../../../base/regular-file.js';
import { systemWords } from '../../../base/system-words.js';
import { cannotWrite } from '../../../base/write-file.js';
import { fateOf, startOf } from '../../shared/process.js';

/**
 * Who applies to a landscape: a directory in the state directory with one file in it, which says who and since when, and
 * gets a line for each step that was answered. It is moved into place whole, which fails where another stands, and is
 * taken away by removing the file that was seen: of two that find one left behind, one alone gets it, and what goes on
 * after its lease was broken touches nobody's. Applies on other machines know nothing of it: they are held apart by the
 * commits of records, which each step names.
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

const placeOf = (stateDirectory: string, landscapeId: string): string =>
  join(stateDirectory, 'applies', createHash('sha256').update(landscapeId).digest('hex').slice(0, 32));

/** Who applies to a landscape now; undefined where nobody does. */
export function holderOf(stateDirectory: string, landscapeId: string): Holder | undefined {
  const { holder } = look(placeOf(stateDirectory, landscapeId));
  return holder && isThere(holder) ? holder : undefined;
}

const isThere = ({ pid, start, host }: Holder): boolean =>
  host !== hostname() || fateOf({ pid, start }) !== 'gone';

export const holderInWords = ({ pid, host, since, done, total }: Holder): string =>
  `An apply of process ${pid} on ${host} has run since ${since}: ${total === 0 ? 'it plans' : `${done} of ${total} steps are done`}.`;

/**
 * Takes the lease of a landscape. What a process left that is gone is taken over.
 * @throws ArchctlError `usage` that says who has it and since when, unless it is to be broken; where it cannot be written,
 *   or something else lies in its place.
 */
export function takeLease(
  stateDirectory: string,
  landscapeId: string,
  { now, isBroken }: { now: Date; isBroken: boolean },
): Lease {
  const place = placeOf(stateDirectory, landscapeId);
  const { holder: left, names } = look(place);
  if (left && !isBroken && isThere(left))
    throw usageError(holderInWords(left), {
      hint: 'Wait for it to end. Where it is gone for certain, give --break-lock.',
    });
  discard(place, names);
  const name = randomId();
  try {
    makePrivateDirectory(join(stateDirectory, 'applies'));
    if (begin(place, name, now)) return held(place, name, left);
  } catch (error) {
    throw cannotWrite(place, error);
  }
  const { holder } = look(place);
  throw usageError(holder ? holderInWords(holder) : 'Another apply has just begun.', {
    hint: 'Wait for it to end.',
  });
}

/** False where another was quicker. */
function begin(place: string, name: string, now: Date): boolean {
  const { pid } = process;
  const holder = { pid, start: startOf(pid) ?? null, host: hostname(), since: now.toISOString() };
  const own = `${place}-${name}`;
  mkdirSync(own, { mode: 0o700 });
  try {
    const handle = openSync(join(own, name), 'wx', 0o600);
    try {
      writeLine(handle, holder);
    } finally {
      closeSync(handle);
    }
    renameSync(own, place);
    return true;
  } catch (error) {
    discard(own, [name]);
    // Windows says EPERM or EACCES for a directory in the way.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(code) && look(place).names.length > 0)
      return false;
    throw error;
  }
}

function held(place: string, name: string, left: Holder | undefined): Lease {
  const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const handle = openSync(join(place, name), flags);
  // It is there for people to know how far it is: where it cannot be written any more, what is under way goes on.
  const write = (line: object): void => quietly(() => writeLine(handle, line));
  return {
    left,
    began: (total) => write({ total }),
    answered: (steps = 1) => write({ done: steps }),
    importing: (importId) => write({ importId }),
    release() {
      closeSync(handle);
      discard(place, [name]);
    },
  };
}

const writeLine = (handle: number, line: object): void =>
  writeWhole(handle, Buffer.from(`${JSON.stringify(line)}\n`));

/** Removes just these: what came since stays, and its directory with it. */
function discard(directory: string, names: readonly string[]): void {
  for (const name of names) quietly(() => unlinkSync(join(directory, name)));
  quietly(() => rmdirSync(directory));
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It is gone already, or another's.
  }
}

/**
 * What stands in the place of a lease; no holder where it was cut short, or there is none.
 * @throws ArchctlError `usage` for what is no lease, or is not this user's alone.
 */
function look(place: string): { holder?: Holder; names: readonly string[] } {
  try {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat) return { names: [] };
    const fault = stat.isDirectory() ? sharedWith(stat) : 'it is no directory';
    if (fault !== undefined) throw new Error(fault);
    const names = readdirSync(place);
    const [holder] = names.flatMap((name) => read(join(place, name)) ?? []);
    return { names, ...(holder && { holder }) };
  } catch (error) {
    // It went while it was looked at.
    if (isAbsent(error)) return { names: [] };
    throw usageError(`What lies at ${place} is no lease of this user's: ${systemWords(error)}.`, {
      cause: error,
      hint: 'Remove it.',
    });
  }
}

function read(file: string): Holder | undefined {
  const found = readOwnFile(file, MAX_BYTES)?.content ?? '';
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

/** A line that a crash cut short says nothing. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
