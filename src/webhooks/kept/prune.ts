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
 * Removes every event up to an id for good. A disk that is full is what this is for: whole files go first, and of the
 * few that hold others too, none is copied unless what is copied is less than what is freed.
 * @param all Files that cannot be read go, too; otherwise they may hold events beyond the id.
 * @returns How many events were removed.
 * @throws ArchctlError `unavailable` where the system does not even let a file be written over.
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

/** A file that holds events of both kinds. */
interface Mixed {
  segment: Segment;
  rest: readonly Frame[];
  gone: number;
}

const sizeOf = (frames: readonly Frame[]): number =>
  frames.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** Answers the file that holds the rest alone: a copy where there is room for one by what was freed, or the same. */
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
 * Shortens a file without needing room: as many of its last events as fit move to where removed ones stood, all else is
 * written over with zeros, and the end is cut off. Each event is on disk at its new place before its old one goes; one
 * that a crash leaves at both is read once.
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
    `Removed ${removed} events; a file that holds others too cannot be shortened: ${error.message}.`,
    { hint: '"archctl webhook events prune --keep 0" removes whole files only.', cause: error },
  );
}
