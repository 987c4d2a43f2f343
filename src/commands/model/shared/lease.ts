import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { deleteEmptyFolder, deleteFile } from '../../../base/files/delete-file.js';
import { readOwnFile } from '../../../base/files/own-file.js';
import { makePrivateDirectory, ownershipProblem } from '../../../base/files/private-directory.js';
import { isAbsent } from '../../../base/files/regular-file.js';
import { writeWhole } from '../../../base/files/temporary-file.js';
import { cannotWrite } from '../../../base/files/write-file.js';
import { isObject } from '../../../base/is-object.js';
import { quietly } from '../../../base/quietly.js';
import { randomId } from '../../../base/random-id.js';
import { systemWords } from '../../../base/system-words.js';
import { processStart, processState } from '../../shared/process.js';

/**
 * Lease of a landscape for one apply: a directory in the state directory with a single file. The file records the
 * holder and the start time, and gains a line for each answered step.
 *
 * The directory is moved into place atomically, which fails if another one exists, and is released by removing the file
 * that was read. If two applies find a stale lease, only one gets it, and a holder whose lease was broken removes
 * no other lease. The lease does not cover other machines; there the commit in each step detects conflicts.
 */

export interface Holder {
  pid: number;
  /** Result of `startOf`; null if the system does not provide it. */
  start: string | null;
  host: string;
  since: string;
  /** Number of answered steps, and of all steps. */
  done: number;
  total: number;
  /** Last import that was started; it may outlive its holder. */
  importId?: string;
}

export interface Lease {
  /** Progress of an apply that crashed. */
  readonly crashed: Holder | undefined;
  setTotal(total: number): void;
  addDone(steps?: number): void;
  setImport(importId: string): void;
  release(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;

const placeOf = (stateDirectory: string, landscapeId: string): string =>
  join(stateDirectory, 'applies', createHash('sha256').update(landscapeId).digest('hex').slice(0, 32));

/** Current holder of the lease of a landscape; undefined if it is free. */
export function holderOf(stateDirectory: string, landscapeId: string): Holder | undefined {
  const { holder } = readLease(placeOf(stateDirectory, landscapeId));
  return holder && isRunning(holder) ? holder : undefined;
}

const isRunning = ({ pid, start, host }: Holder): boolean =>
  host !== hostname() || processState({ pid, start }) !== 'gone';

export const holderInWords = ({ pid, host, since, done, total }: Holder): string =>
  `Another apply (process ${pid} on ${host}) has been running since ${since}: ${total === 0 ? 'planning' : `${done} of ${total} steps done`}.`;

/**
 * Acquires the lease of a landscape. Takes over the lease of a process that has ended.
 *
 * @throws ArchctlError `usage` with the holder and start time, unless the lease is to be broken; also if the lease
 * cannot be written or its path is in use for something else.
 */
export function takeLease(
  stateDirectory: string,
  landscapeId: string,
  { now, isBroken }: { now: Date; isBroken: boolean },
): Lease {
  const place = placeOf(stateDirectory, landscapeId);
  const { holder: crashed, names } = readLease(place);
  if (crashed && !isBroken && isRunning(crashed))
    throw usageError(holderInWords(crashed), {
      hint: 'Wait until it ends. If it has stopped, use --break-lock.',
    });
  discard(place, names);
  const name = randomId();
  try {
    makePrivateDirectory(join(stateDirectory, 'applies'));
    if (begin(place, name, now)) return leaseOn(place, name, crashed);
  } catch (error) {
    throw cannotWrite(place, error);
  }
  const { holder } = readLease(place);
  throw usageError(holder ? holderInWords(holder) : 'Another apply has just started.', {
    hint: 'Wait until it ends.',
  });
}

/** False if another process was faster. */
function begin(place: string, name: string, now: Date): boolean {
  const { pid } = process;
  const holder = { pid, start: processStart(pid) ?? null, host: hostname(), since: now.toISOString() };
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
    // On Windows, EPERM or EACCES means that the directory exists.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(code) && readLease(place).names.length > 0)
      return false;
    throw error;
  }
}

function leaseOn(place: string, name: string, crashed: Holder | undefined): Lease {
  const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const handle = openSync(join(place, name), flags);
  // The lines only report progress: if they cannot be written, the apply continues.
  const write = (line: object): void => quietly(() => writeLine(handle, line));
  return {
    crashed,
    setTotal: (total) => write({ total }),
    addDone: (steps = 1) => write({ done: steps }),
    setImport: (importId) => write({ importId }),
    release() {
      closeSync(handle);
      discard(place, [name]);
    },
  };
}

const writeLine = (handle: number, line: object): void =>
  writeWhole(handle, Buffer.from(`${JSON.stringify(line)}\n`));

/** Removes only these files; a newer lease and its directory stay. */
function discard(directory: string, names: readonly string[]): void {
  for (const name of names) quietly(() => void deleteFile(join(directory, name)));
  quietly(() => void deleteEmptyFolder(directory));
}

/**
 * Reads the lease at a path. No holder if the file was truncated by a crash or is missing.
 *
 * @throws ArchctlError `usage` if it is not a lease, or if other users can write it.
 */
function readLease(place: string): { holder?: Holder; names: readonly string[] } {
  try {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat) return { names: [] };
    const fault = stat.isDirectory() ? ownershipProblem(stat) : 'it is not a directory';
    if (fault !== undefined) throw new Error(fault);
    const names = readdirSync(place);
    const [holder] = names.flatMap((name) => read(join(place, name)) ?? []);
    return { names, ...(holder && { holder }) };
  } catch (error) {
    // The lease was released during the read.
    if (isAbsent(error)) return { names: [] };
    throw usageError(`The lease ${place} cannot be used: ${systemWords(error)}.`, {
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

/** A line truncated by a crash is ignored. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
