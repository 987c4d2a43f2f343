import { closeSync, constants, fsyncSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import { ArchctlError } from '../../base/errors.js';
import { cannotDelete, deleteFile } from '../../base/files/delete-file.js';
import { readOwnFile, replaceOwnFile } from '../../base/files/own-file.js';
import type { Frame } from './frame.js';
import { removeOutcomesUpTo } from './outcome-file.js';
import { hasUnpublishedEvents } from './positions.js';
import { detach, seal, writeAt } from './segment-writer.js';
import { listSegments, openOurs, readSegment, type Segment } from './segments.js';

/** Default retention: the newest 10,000 events, up to 100 MB. */
export const MAX_EVENTS = 10_000;
export const MAX_BYTES = 100_000_000;

export interface RetentionOptions {
  directory: string;
  maxEvents: number;
  maxBytes: number;
  /** Part of `maxBytes` reserved for the next segment. */
  spareBytes: number;
}

/**
 * Deletes the oldest segments beyond the retention limits, except those with events that wait to be published.
 * @returns the numbers of removed and of remaining events according to file names.
 */
export function removeSurplus({ directory, maxEvents, maxBytes, spareBytes }: RetentionOptions) {
  const segments = listSegments(directory);
  let bytes = segments.reduce((sum, { size }) => sum + size, 0);
  let total = segments.reduce((sum, { count = 0 }) => sum + count, 0);
  let removed = 0;
  const isUnpublished = hasUnpublishedEvents(directory);
  for (const segment of segments) {
    const { path, count, size } = segment;
    if (count === undefined) continue;
    if (total - count < maxEvents && bytes + spareBytes <= maxBytes) break;
    if (isUnpublished(segment)) continue;
    if (deleteSegment(path)) removed += count;
    total -= count;
    bytes -= size;
  }
  addToPrunedCount(directory, removed);
  return { total, removed };
}

/** A file that holds both removed and remaining events. */
interface Mixed {
  segment: Segment;
  remaining: readonly Frame[];
  surplus: number;
}

/**
 * Removes every event up to an id permanently. Works on a full disk: complete files are deleted first, and files that
 * also hold newer events are shortened in place.
 * @param all also removes unreadable files, which may hold newer events.
 * @returns the number of removed events.
 * @throws ArchctlError `unavailable` if the system does not even allow a file to be overwritten.
 */
export function removeUpTo(directory: string, lastId: string, all = false): number {
  let removed = 0;
  removeOutcomesUpTo(directory, lastId);
  const mixed: Mixed[] = [];
  const remove = (path: string, count: number): void => {
    if (deleteSegment(path)) removed += count;
  };
  for (const segment of listSegments(directory)) {
    if (segment.firstId > lastId) continue;
    if (segment.lastId !== undefined && segment.lastId <= lastId) {
      remove(segment.path, segment.count ?? 0);
      continue;
    }
    const readable = segment.lastId === undefined ? detach(directory, segment) : segment;
    const found = readable && readSegment(readable);
    if (!found) continue;
    const { frames, damage } = found;
    if (frames.length === 0 && damage.events > 0 && !all) continue;
    const remaining = frames.filter(({ head }) => head.id > lastId);
    const surplus = frames.length - remaining.length;
    if (remaining.length === 0) remove(readable.path, surplus);
    else mixed.push({ segment: readable, remaining, surplus });
  }
  try {
    for (const { segment, remaining, surplus } of mixed) {
      const detached = detach(directory, segment);
      if (!detached) continue;
      shorten(detached.path, remaining);
      const ids = remaining.map(({ head }) => head.id);
      seal(directory, detached.path, ids);
      removed += surplus;
    }
  } catch (error) {
    throw unwritable(error as NodeJS.ErrnoException, removed);
  } finally {
    addToPrunedCount(directory, removed);
  }
  return removed;
}

/**
 * Shortens a file without extra disk space: moves as many of the last events as possible to the start, overwrites the
 * other removed events with zeros, and truncates the file. Each event is flushed at its new offset before its old copy
 * is removed; if a crash leaves both copies, the event is read once.
 */
function shorten(path: string, remaining: readonly Frame[]): void {
  const frames = remaining.toSorted((a, b) => a.at - b.at);
  const handle = openOurs(path, constants.O_RDWR);
  try {
    let end = 0;
    const start = frames[0]?.at ?? 0;
    for (let last = frames.at(-1); last && end + last.bytes.byteLength <= start; last = frames.at(-1)) {
      writeAt(handle, last.bytes, end);
      end += last.bytes.byteLength;
      frames.pop();
    }
    fsyncSync(handle);
    for (const { at, bytes } of frames) {
      overwriteWithZeros(handle, end, at);
      end = at + bytes.byteLength;
    }
    ftruncateSync(handle, end);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const ZEROS = Buffer.alloc(65_536);

function overwriteWithZeros(handle: number, from: number, to: number): void {
  for (let at = from; at < to; at += ZEROS.byteLength)
    writeAt(handle, ZEROS.subarray(0, Math.min(ZEROS.byteLength, to - at)), at);
}

/** Deletes a file. Returns false if another process did. */
function deleteSegment(path: string): boolean {
  try {
    return deleteFile(path) === 'deleted';
  } catch (error) {
    throw cannotDelete(path, error);
  }
}

function unwritable(error: NodeJS.ErrnoException, removed: number): Error {
  if (error.code === undefined) return error;
  return new ArchctlError(
    'unavailable',
    `Removed ${removed} events, but a file that also holds newer events cannot be shortened: ${error.message}.`,
    { hint: '"archctl webhook events prune --keep 0" removes whole files only.', cause: error },
  );
}

/** File with the number of removed events. Earlier versions wrote a line for each deleted file. */
const prunedFile = (directory: string): string => join(directory, 'pruned.log');
const MAX_PRUNED_BYTES = 1_000_000;

/** Returns the number of events removed so far. */
export function prunedCount(directory: string): number {
  try {
    const { content = '' } = readOwnFile(prunedFile(directory), MAX_PRUNED_BYTES) ?? {};
    return [...content.matchAll(/ (\d{1,15})$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  } catch {
    // It belongs to another user.
    return 0;
  }
}

function addToPrunedCount(directory: string, count: number): void {
  if (count === 0) return;
  try {
    replaceOwnFile(prunedFile(directory), `earlier ${prunedCount(directory) + count}\n`);
  } catch {
    // A prune does not fail because of its count.
  }
}
