import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../base/errors.js';
import { deleteFile } from '../../base/files/delete-file.js';
import { makePrivateDirectory } from '../../base/files/private-directory.js';
import { isAbsent } from '../../base/files/regular-file.js';
import { systemWords } from '../../base/system-words.js';
import { encodeFrames, type NewFrame } from './frame.js';
import {
  detachedFileName,
  listSegments,
  openFileName,
  readSegment,
  type Segment,
  sealedFileName,
} from './segments.js';

/**
 * Segments with this many events preallocate space in steps: a flush that does not extend the file takes half the time.
 */
const PREALLOCATE_EVENTS = 32;
const PREALLOCATE_BYTES = 524_288;

export interface OpenSegment {
  handle: number;
  path: string;
  ids: string[];
  /** Number of bytes written so far. */
  bytes: number;
  /** File size; the preallocated space after `bytes` is zero. */
  allocated: number;
}

/** Writes consecutive segments. The first write after `finish` or `abandon` starts a new one. */
export interface SegmentWriter {
  /** Writes frames; starts a new file if another process has detached the open one. */
  write(frames: readonly NewFrame[]): OpenSegment;
  /** Truncates the preallocated space of the open segment and seals it. */
  finish(): void;
  /** Closes the open segment unsealed after a failed write. Never throws. */
  abandon(): void;
}

export function segmentWriter(directory: string): SegmentWriter {
  let open: OpenSegment | undefined;
  /** The segment counts as closed even if closing it fails. */
  const release = (): OpenSegment | undefined => {
    const segment = open;
    open = undefined;
    return segment;
  };
  return {
    write(frames) {
      const bytes = encodeFrames(frames);
      const ids = frames.map(({ id }) => id);
      for (;;) {
        open ??= begin(directory, ids[0] ?? '');
        if (append(open, ids, bytes)) return open;
        closeSync(open.handle);
        open = undefined;
      }
    },
    finish() {
      const segment = release();
      if (!segment) return;
      ftruncateSync(segment.handle, segment.bytes);
      closeSync(segment.handle);
      seal(directory, segment.path, segment.ids);
    },
    abandon() {
      const segment = release();
      try {
        if (segment) closeSync(segment.handle);
        // Removes an empty file, so that a full disk does not fill with them; a file with events stays readable.
        if (segment?.ids.length === 0) deleteFile(segment.path);
      } catch {
        // The segment is abandoned in any case.
      }
    },
  };
}

function begin(directory: string, firstId: string): OpenSegment {
  makeDirectory(directory);
  const path = join(directory, openFileName(firstId));
  const handle = openSync(path, 'wx', 0o600);
  flushDirectory(directory);
  return { handle, path, ids: [], bytes: 0, allocated: 0 };
}

/**
 * Appends frames. Returns false if another process has detached the file; the frames must then be written to a new one.
 */
function append(segment: OpenSegment, ids: readonly string[], bytes: Uint8Array): boolean {
  const end = segment.bytes + bytes.byteLength;
  if (segment.ids.length >= PREALLOCATE_EVENTS && end > segment.allocated) {
    segment.allocated = end + PREALLOCATE_BYTES;
    writeAt(segment.handle, Buffer.alloc(segment.allocated - segment.bytes), segment.bytes);
  }
  writeAt(segment.handle, bytes, segment.bytes);
  if (!existsSync(segment.path)) return false;
  segment.bytes = end;
  segment.ids.push(...ids);
  return true;
}

/** @throws ArchctlError `usage` if the directory cannot be created. */
export function makeDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory);
  } catch (error) {
    throw usageError(`Events cannot be stored in ${directory}: ${systemWords(error)}.`, {
      hint: 'Set ARCHCTL_STATE_DIR to another directory, or run "webhook listen --no-keep" to store no events.',
      cause: error,
    });
  }
}

/** Flushes a directory: otherwise a new file in it may be lost in a power failure. */
function flushDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Not every system supports this.
  }
}

/** Seals every open file, so that counts can be read from file names. Their writers start new ones. */
export function sealAll(directory: string): void {
  for (const segment of listSegments(directory)) {
    if (segment.lastId !== undefined) continue;
    const detached = detach(directory, segment);
    const found = detached && readSegment(detached);
    // A file without readable events is not deleted.
    if (found && (found.frames.length > 0 || found.damage.events === 0))
      seal(
        directory,
        detached.path,
        found.frames.map(({ head }) => head.id),
      );
  }
}

/**
 * Renames a file, so that its writer acknowledges no further events in it, and its name gives no number of events.
 * Undefined if it is gone.
 */
export function detach(directory: string, segment: Segment): Segment | undefined {
  const name = detachedFileName(segment.firstId);
  if (segment.name === name) return segment;
  const path = join(directory, name);
  // A crash may have left an open file with the same events and more; it must not be replaced.
  if (segment.lastId !== undefined && existsSync(path)) return segment;
  return ifPresent(() => {
    renameSync(segment.path, path);
    return { ...segment, name, path };
  });
}

/**
 * Renames a file to its sealed name and returns the new path; deletes it if it has no events. Undefined if it is gone.
 */
export function seal(directory: string, from: string, ids: readonly string[]): string | undefined {
  const sorted = [...new Set(ids)].sort();
  const [firstId = '', lastId = ''] = [sorted[0], sorted.at(-1)];
  const path = join(directory, sealedFileName(firstId, lastId, sorted.length));
  return ifPresent(() => {
    if (sorted.length > 0) renameSync(from, path);
    else deleteFile(from);
    return path;
  });
}

/** Writes all bytes at an offset of a file. */
export function writeAt(handle: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.byteLength; )
    at += writeSync(handle, bytes, at, bytes.byteLength - at, position + at);
}

/** Runs `work`; undefined if the file it works on no longer exists. */
export function ifPresent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
