import { closeSync, existsSync, ftruncateSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { NewFrame } from './frame.js';
import { flushDirectory, makeDirectory, openName, sealAs, writeWhole } from './segments.js';

/** Once a segment sees traffic, room is made in steps: flushing what needs no new room takes half the time. */
const BUSY_EVENTS = 32;
const ROOM_BYTES = 524_288;

/** The segment that a writer appends to. */
export interface OpenSegment {
  handle: number;
  path: string;
  firstId: string;
  lastId: string;
  events: number;
  /** Written so far. */
  bytes: number;
  /** Size of the file; what lies beyond `bytes` is zero. */
  room: number;
}

/** One segment after the other: the next begins with the first write after one was finished or given up. */
export interface SegmentRow {
  /** Writes frames; to another file where somebody took the one that was open. */
  write(frames: readonly Pick<NewFrame, 'id'>[], bytes: Uint8Array): OpenSegment;
  /** Cuts off the room of the one that is open and gives it its final name. */
  finish(): void;
  /** Leaves the one that is open as it is, after a write that failed. Never throws. */
  abandon(): void;
}

export function segmentRow(directory: string): SegmentRow {
  let open: OpenSegment | undefined;
  /** It is open no more, whatever comes of closing it. */
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

/** Writes frames behind those that are there. False where somebody took the file away: they belong into another one. */
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
    // A full disk must not fill with empty files as well; a file with events stays readable.
    if (events === 0) unlinkSync(path);
  } catch {
    // Nothing more can be done about it.
  }
}
