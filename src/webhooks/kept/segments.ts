import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../base/errors.js';
import { makeDirectory as makePrivateDirectory } from '../../base/make-directory.js';
import { type Frame, framesOf } from './frame.js';

/**
 * Files of kept events. A listener appends to `FIRST.open`; when it is full or the listener ends, it becomes
 * `FIRST-LAST-COUNT.seg`. Whoever takes an open file away first renames it to `FIRST.dead` and reads it after that:
 * its writer looks for its file after each write and before it acknowledges, so either the reader sees the write or
 * the writer sees that its file is gone and writes to another. So no process need know which others are alive.
 */
export interface Segment {
  path: string;
  name: string;
  firstId: string;
  /** Unknown while it may still grow. */
  lastId: string | undefined;
  /** Events in it, where its name tells. */
  count: number | undefined;
}

const SEALED = /^(evt_[0-9a-z]+)-(evt_[0-9a-z]+)-(\d+)\.seg$/;
const LOOSE = /^(evt_[0-9a-z]+)\.(open|dead)$/;

export const openName = (firstId: string): string => `${firstId}.open`;
const sealedName = (firstId: string, lastId: string, count: number): string =>
  `${firstId}-${lastId}-${count}.seg`;

/** Errors: `usage` where the directory cannot be made. */
export function makeDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory);
  } catch (error) {
    throw usageError(`Events cannot be kept in ${directory}: ${(error as Error).message}.`, {
      hint: 'ARCHCTL_STATE_DIR names another directory; "webhook listen --no-keep" keeps none.',
      cause: error,
    });
  }
}

/** Oldest first; none where there is no directory. */
export function listSegments(directory: string): Segment[] {
  return namesIn(directory)
    .flatMap((name): Segment[] => {
      const path = join(directory, name);
      const sealed = SEALED.exec(name);
      if (sealed) {
        const [, firstId = '', lastId = '', count] = sealed;
        return [{ path, name, firstId, lastId, count: Number(count) }];
      }
      const loose = LOOSE.exec(name);
      return loose ? [{ path, name, firstId: loose[1] ?? '', lastId: undefined, count: undefined }] : [];
    })
    .sort((a, b) => (a.firstId < b.firstId ? -1 : 1));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw usageError(`Cannot read ${directory}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Undefined where another process sealed or pruned it meanwhile. */
export function readSegment({ path, lastId }: Pick<Segment, 'path' | 'lastId'>): Frame[] | undefined {
  const bytes = unlessGone(() => readFileSync(path));
  // What its writer wrote after it was sealed stands in its next file, too.
  return bytes && [...framesOf(bytes)].filter(({ head }) => lastId === undefined || head.id <= lastId);
}

export const sizeOf = ({ path }: Segment): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Gives every open file its final name, so that counts can be read off names. Their writers begin new ones. */
export function sealAll(directory: string): void {
  for (const segment of listSegments(directory)) {
    if (segment.lastId !== undefined) continue;
    const dead = takeAway(directory, segment);
    const frames = dead && readSegment(dead);
    if (frames) seal(directory, dead.path, frames);
  }
}

/** Keeps a file's writer from acknowledging anything more that it writes there. */
function takeAway(directory: string, segment: Segment): Segment | undefined {
  if (segment.name.endsWith('.dead')) return segment;
  const name = `${segment.firstId}.dead`;
  const path = join(directory, name);
  return unlessGone(() => {
    renameSync(segment.path, path);
    return { ...segment, name, path };
  });
}

/** Final name of a file that holds these events; an empty one goes. */
export function seal(directory: string, path: string, frames: readonly Pick<Frame, 'head'>[]): void {
  const ids = frames.map(({ head }) => head.id).sort();
  sealAs(directory, path, ids[0], ids.at(-1), ids.length);
}

export function sealAs(
  directory: string,
  path: string,
  firstId: string | undefined,
  lastId: string | undefined,
  count: number,
): void {
  unlessGone(() => {
    if (firstId === undefined || lastId === undefined) unlinkSync(path);
    else renameSync(path, join(directory, sealedName(firstId, lastId, count)));
  });
}

/** Removes the events of a segment that `keeps` does not want. Answers how many. */
export function removeFrom(directory: string, segment: Segment, keeps: (frame: Frame) => boolean): number {
  const taken = segment.lastId === undefined ? takeAway(directory, segment) : segment;
  const frames = taken && readSegment(taken);
  if (!frames) return 0;
  const rest = frames.filter(keeps);
  if (rest.length === frames.length) {
    if (segment.lastId === undefined) seal(directory, taken.path, frames);
    return 0;
  }
  if (rest.length > 0) {
    const temporary = `${taken.path}.tmp`;
    writeDurably(temporary, Buffer.concat(rest.map(({ bytes }) => bytes)));
    seal(directory, temporary, rest);
  }
  const count = frames.length - rest.length;
  removeSegment(directory, taken, count);
  return count;
}

/** Takes a whole segment away and writes down how many events went with it. */
export function removeSegment(directory: string, segment: Segment, count: number): void {
  appendFileSync(join(directory, PRUNED), `${segment.name} ${count}\n`, { mode: 0o600 });
  unlessGone(() => unlinkSync(segment.path));
}

const PRUNED = 'pruned.log';

/** Events that were removed so far. A line may be there twice after a crash; the last counts. */
export function prunedCount(directory: string): number {
  const text = unlessGone(() => readFileSync(join(directory, PRUNED), 'utf8')) ?? '';
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [name = '', count = ''] = line.split(' ');
    if (/^\d+$/.test(count)) counts.set(name, Number(count));
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const handle = openSync(path, 'w', 0o600);
  try {
    writeWhole(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes all of it at a place of a file. */
export function writeWhole(handle: number, bytes: Uint8Array, position = 0): void {
  for (let at = 0; at < bytes.byteLength; )
    at += writeSync(handle, bytes, at, bytes.byteLength - at, position + at);
}

/** A file that is new in its directory is there after a power cut only once the directory was flushed too. */
export function flushDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Not every system can.
  }
}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
