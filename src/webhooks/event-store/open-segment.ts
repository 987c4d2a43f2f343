import { closeSync, existsSync, ftruncateSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { NewFrame } from './frame.js';
import { flushDirectory, makeDirectory, openName, sealAs, writeWhole } from './segments.js';

/**
 * Segments with this many events preallocate space in steps: a flush that does not extend the file takes half the time.
 */
const BUSY_EVENTS = 32;
const ROOM_BYTES = 524_288;

/** Segment that a writer appends to. */
export interface OpenSegment {
  handle: number;
  path: string;
  firstId: string;
  lastId: string;
  events: number;
  /** Number of bytes written so far. */
  bytes: number;
  /** File size; the preallocated space after `bytes` is zero. */
  room: number;
}

/** Consecutive segments of a writer. The first write after `finish` or `abandon` starts a new one. */
export interface SegmentRow {
  /** Writes frames; starts a new file if another process has taken the open one. */
  write(frames: readonly Pick<NewFrame, 'id'>[], bytes: Uint8Array): OpenSegment;
  /** Truncates the preallocated space of the open segment and seals it. */
  finish(): void;
  /** Closes the open segment unsealed after a failed write. Never throws. */
  abandon(): void;
}

export function segmentRow(directory: string): SegmentRow {
  let open: OpenSegment | undefined;
  /** The segment counts as closed even if closing it fails. */
  const release = (): OpenSegment | undefined => {
    const segment = open;
    open = undefined;
    return segment;
  };
  return {
    write(frames, bytes) {
      for (;;) {
        open ??= begin(directory, frames[0]?.id ?? '');
        if (append(open, frames, bytes)) return open;
        closeSync(open.handle);
        open = undefined;
      }
    },
    finish() {
      const segment = release();
      if (segment) finish(directory, segment);
    },
    abandon() {
      const segment = release();
      if (segment) abandon(segment);
    },
  };
}

function begin(directory: string, firstId: string): OpenSegment {
  makeDirectory(directory);
  const path = join(directory, openName(firstId));
  const handle = openSync(path, 'wx', 0o600);
  flushDirectory(directory);
  return { handle, path, firstId, lastId: firstId, events: 0, bytes: 0, room: 0 };
}

/**
 * Appends frames. Returns false if another process has taken the file; the frames must then be written to a new one.
 */
function append(segment: OpenSegment, frames: readonly Pick<NewFrame, 'id'>[], bytes: Uint8Array): boolean {
  makeRoom(segment, bytes.byteLength);
  writeWhole(segment.handle, bytes, segment.bytes);
  if (!existsSync(segment.path)) return false;
  segment.bytes += bytes.byteLength;
  segment.events += frames.length;
  for (const { id } of frames) if (id > segment.lastId) segment.lastId = id;
  return true;
}

function makeRoom(segment: OpenSegment, bytes: number): void {
  if (segment.events < BUSY_EVENTS || segment.bytes + bytes <= segment.room) return;
  segment.room = segment.bytes + bytes + ROOM_BYTES;
  writeWhole(segment.handle, Buffer.alloc(bytes + ROOM_BYTES), segment.bytes);
}

function finish(directory: string, { handle, path, firstId, lastId, events, bytes }: OpenSegment): void {
  ftruncateSync(handle, bytes);
  closeSync(handle);
  sealAs(directory, path, firstId, lastId, events);
}

function abandon({ handle, path, events }: OpenSegment): void {
  try {
    closeSync(handle);
    // Removes an empty file, so that a full disk does not fill with them; a file with events stays readable.
    if (events === 0) unlinkSync(path);
  } catch {
    // The segment is abandoned in any case.
  }
}
