import { closeSync, constants, fsyncSync, ftruncateSync, openSync, unlinkSync } from 'node:fs';
import { ArchctlError } from '../../base/errors.js';
import type { Frame } from './frame.js';
import { prunedLog } from './pruned-log.js';
import { openOurs } from './segment-file.js';
import {
  listSegments,
  readSegment,
  type Segment,
  seal,
  takeAway,
  unlessGone,
  writeWhole,
} from './segments.js';

/**
 * Removes every event up to an id permanently. Works on a full disk: complete files are deleted first, and a file that
 * also holds newer events is copied only if the copy is smaller than the space freed so far.
 * @param all also removes unreadable files, which may hold newer events.
 * @returns the number of removed events.
 * @throws ArchctlError `unavailable` if the system does not even allow a file to be overwritten.
 */
export function removeUpTo(directory: string, lastId: string, all = false): number {
  const log = prunedLog(directory);
  let removed = 0;
  let freed = 0;
  const mixed: Mixed[] = [];
  const remove = ({ path, name, size }: Segment, count: number): void => {
    log.note(name, count);
    unlessGone(() => unlinkSync(path));
    freed += size;
    removed += count;
  };
  for (const segment of listSegments(directory)) {
    if (segment.firstId > lastId) continue;
    if (segment.lastId !== undefined && segment.lastId <= lastId) {
      remove(segment, segment.count ?? 0);
      continue;
    }
    const taken = segment.lastId === undefined ? takeAway(directory, segment) : segment;
    const found = taken && readSegment(taken);
    if (!found) continue;
    const { frames, damage } = found;
    if (frames.length === 0 && damage.events > 0 && !all) continue;
    const rest = frames.filter(({ head }) => head.id > lastId);
    if (rest.length === 0) remove(taken, frames.length);
    else mixed.push({ segment: taken, rest, gone: frames.length - rest.length });
  }
  try {
    for (const it of mixed) {
      const { path } = shortened(it, freed);
      seal(directory, path, it.rest);
      if (path !== it.segment.path) unlessGone(() => unlinkSync(it.segment.path));
      log.note(it.segment.name, it.gone);
      removed += it.gone;
      freed += Math.max(0, it.segment.size - sizeOf(it.rest));
    }
  } catch (error) {
    throw unwritable(error as NodeJS.ErrnoException, removed);
  } finally {
    log.flush();
  }
  return removed;
}

/** A file that holds both removed and remaining events. */
interface Mixed {
  segment: Segment;
  rest: readonly Frame[];
  gone: number;
}

const sizeOf = (frames: readonly Frame[]): number =>
  frames.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/**
 * Returns a file with the remaining events only: a copy if the freed space is sufficient, otherwise the original,
 * shortened in place.
 */
function shortened({ segment, rest }: Mixed, freed: number): { path: string } {
  const size = sizeOf(rest);
  if (size <= freed + segment.size - size) {
    const path = `${segment.path}.tmp`;
    try {
      writeCopy(path, Buffer.concat(rest.map(({ bytes }) => bytes)));
      return { path };
    } catch {
      unlessGone(() => unlinkSync(path));
    }
  }
  shortenInPlace(segment.path, rest);
  return segment;
}

function writeCopy(path: string, bytes: Uint8Array): void {
  unlessGone(() => unlinkSync(path));
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeWhole(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Shortens a file without extra disk space: moves as many of the last events as possible to the start, overwrites the
 * other removed events with zeros, and truncates the file. Each event is flushed at its new offset before its old copy
 * is removed; if a crash leaves both copies, the event is read once.
 */
function shortenInPlace(path: string, rest: readonly Frame[]): void {
  const frames = rest.toSorted((a, b) => a.at - b.at);
  const handle = openOurs(path, constants.O_RDWR);
  try {
    let hole = 0;
    const end = frames[0]?.at ?? 0;
    const stay = [...frames];
    for (let last = stay.at(-1); last && hole + last.bytes.byteLength <= end; last = stay.at(-1)) {
      writeWhole(handle, last.bytes, hole);
      hole += last.bytes.byteLength;
      stay.pop();
    }
    fsyncSync(handle);
    for (const frame of stay) {
      blank(handle, hole, frame.at);
      hole = frame.at + frame.bytes.byteLength;
    }
    ftruncateSync(handle, hole);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const ZEROS = Buffer.alloc(65_536);

function blank(handle: number, from: number, to: number): void {
  for (let at = from; at < to; at += ZEROS.byteLength)
    writeWhole(handle, ZEROS.subarray(0, Math.min(ZEROS.byteLength, to - at)), at);
}

function unwritable(error: NodeJS.ErrnoException, removed: number): Error {
  if (error.code === undefined) return error;
  return new ArchctlError(
    'unavailable',
    `Removed ${removed} events, but a file that also holds newer events cannot be shortened: ${error.message}.`,
    { hint: '"archctl webhook events prune --keep 0" removes whole files only.', cause: error },
  );
}
