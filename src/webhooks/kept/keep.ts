import { closeSync, existsSync, fdatasync, ftruncateSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemMachine } from '../machine.js';
import type { Machine } from '../types.js';
import { eventIds } from './event-id.js';
import { type FrameHead, frameRoom, type NewFrame, writeFrame } from './frame.js';
import { framesNewestFirst } from './kept-events.js';
import { prunedLog } from './pruned-log.js';
import {
  flushDirectory,
  listSegments,
  makeDirectory,
  openName,
  sealAll,
  sealAs,
  unlessGone,
  writeWhole,
} from './segments.js';

/** Events kept by default: the newest 10,000, up to 100 MB. */
export const KEEP_EVENTS = 10_000;
export const KEEP_BYTES = 100_000_000;

/** A segment is sealed after so much; pruning takes whole ones. */
const SEGMENT_EVENTS = 1_000;
const SEGMENT_BYTES = 8_000_000;
/** Once a segment sees traffic, room is made in steps: flushing what needs no new room takes half the time. */
const BUSY_EVENTS = 32;
const ROOM_BYTES = 524_288;
/** Written and flushed at a time, at most. */
const BATCH_BYTES = 4_000_000;

export interface KeepOptions {
  /** Made with mode 0700; its files have 0600. */
  directory: string;
  maxEvents?: number;
  maxBytes?: number;
  machine?: Pick<Machine, 'now' | 'random'>;
}

/** What a listener writes to. Any number of listeners may share a directory. */
export interface Keep {
  /** A new id, later than all before it. */
  newId(): string;
  /** Calls back once the event is on disk, or with what went wrong. Many calls share one flush. */
  append(frame: NewFrame, done: (error: Error | null) => void): void;
  /** Newest first, received since a time: the deliveries that may come again after a restart. */
  recent(sinceMs: number): Iterable<FrameHead>;
  /** How many events are no longer listed since this writer began. */
  pruned(): number;
  /** Waits for what is under way, and seals. */
  close(): Promise<void>;
}

interface Waiting {
  frame: NewFrame;
  done: (error: Error | null) => void;
}

interface Open {
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

/** Opens a store of events for writing. Errors: `usage` where the directory cannot be made. */
export function openKeep(options: KeepOptions): Keep {
  const { directory, maxEvents = KEEP_EVENTS, maxBytes = KEEP_BYTES, machine = systemMachine } = options;
  const segmentEvents = Math.max(1, Math.min(SEGMENT_EVENTS, Math.floor(maxEvents / 10)));
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.floor(maxBytes / 10));
  makeDirectory(directory);
  sealAll(directory);

  const queue: Waiting[] = [];
  let open: Open | undefined;
  let busy = false;
  let isPumping = false;
  /** What is written next, put together here. */
  let scratch = Buffer.alloc(0);
  let idle: (() => void)[] = [];
  /** All that is on disk, this writer's share counted as it comes. */
  let total = 0;
  let removed = 0;

  const hidden = (): number => Math.max(0, total - maxEvents);

  /** Counts what is there and removes the oldest segments that nobody wants any more. */
  const prune = (): void => {
    const segments = listSegments(directory).filter(({ path }) => path !== open?.path);
    let bytes = segments.reduce((sum, { size }) => sum + size, 0);
    total = segments.reduce((sum, { count = 0 }) => sum + count, 0);
    const log = prunedLog(directory);
    for (const { path, name, count, size } of segments) {
      if (count === undefined) continue;
      if (total - count < maxEvents && bytes + segmentBytes <= maxBytes) break;
      log.note(name, count);
      unlessGone(() => unlinkSync(path));
      total -= count;
      bytes -= size;
      removed += count;
    }
    log.flush();
  };
  prune();
  const hiddenBefore = hidden() + removed;
  const newestName = listSegments(directory).reduce(
    (last, { firstId, lastId = firstId }) => (lastId > last ? lastId : last),
    '',
  );

  const finishSegment = (): void => {
    if (!open) return;
    const { handle, path, firstId, lastId, events, bytes } = open;
    open = undefined;
    ftruncateSync(handle, bytes);
    closeSync(handle);
    sealAs(directory, path, firstId, lastId, events);
  };

  const begin = (firstId: string): Open => {
    makeDirectory(directory);
    const path = join(directory, openName(firstId));
    const handle = openSync(path, 'wx', 0o600);
    flushDirectory(directory);
    return { handle, path, firstId, lastId: firstId, events: 0, bytes: 0, room: 0 };
  };

  const makeRoom = (segment: Open, bytes: number): void => {
    if (segment.events < BUSY_EVENTS || segment.bytes + bytes <= segment.room) return;
    segment.room = segment.bytes + bytes + ROOM_BYTES;
    writeWhole(segment.handle, Buffer.alloc(bytes + ROOM_BYTES), segment.bytes);
  };

  const encode = (batch: readonly Waiting[]): Buffer => {
    const room = batch.reduce((sum, { frame }) => sum + frameRoom(frame), 0);
    if (scratch.byteLength < room) scratch = Buffer.alloc(2 * room);
    const end = batch.reduce((at, { frame }) => writeFrame(frame, scratch, at), 0);
    return scratch.subarray(0, end);
  };

  /** Writes a batch; to another file where somebody took the one that was open. */
  const write = (batch: readonly Waiting[], bytes: Buffer): Open => {
    for (;;) {
      open ??= begin(batch[0]?.frame.id ?? '');
      const { handle, path } = open;
      makeRoom(open, bytes.byteLength);
      writeWhole(handle, bytes, open.bytes);
      if (existsSync(path)) {
        open.bytes += bytes.byteLength;
        return open;
      }
      closeSync(handle);
      open = undefined;
    }
  };

  const take = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { frame } of queue) {
      const more = frameRoom(frame);
      if (count > 0 && bytes + more > BATCH_BYTES) break;
      bytes += more;
      count++;
    }
    return queue.splice(0, count);
  };

  /** Requests that arrived together are flushed together. */
  const soon = (): void => {
    if (busy || isPumping || (queue.length === 0 && idle.length === 0)) return;
    isPumping = true;
    setImmediate(pump);
  };

  const pump = (): void => {
    isPumping = false;
    if (busy) return;
    if (queue.length === 0) {
      for (const resolve of idle) resolve();
      idle = [];
      return;
    }
    busy = true;
    const batch = take();
    const end = (error: Error | null): void => {
      busy = false;
      // A failed write may have left half a frame: what follows it goes elsewhere.
      if (error) abandon();
      else if (isFull()) rotate();
      for (const { done } of batch) done(error);
      soon();
    };
    try {
      const segment = write(batch, encode(batch));
      for (const { frame } of batch) if (frame.id > segment.lastId) segment.lastId = frame.id;
      segment.events += batch.length;
      total += batch.length;
      fdatasync(segment.handle, end);
    } catch (error) {
      end(error as Error);
    }
  };

  const isFull = (): boolean =>
    open !== undefined && (open.events >= segmentEvents || open.bytes >= segmentBytes);

  const abandon = (): void => {
    if (!open) return;
    const { handle, path, events } = open;
    open = undefined;
    try {
      closeSync(handle);
      // A full disk must not fill with empty files as well; a file with events stays readable.
      if (events === 0) unlinkSync(path);
    } catch {
      // Nothing more can be done about it.
    }
  };

  const rotate = (): void => {
    try {
      finishSegment();
      prune();
    } catch {
      // The events are on disk all the same; the next rotation tries again.
    }
  };

  return {
    newId: eventIds(machine, newestName),
    append(frame, done) {
      queue.push({ frame, done });
      soon();
    },
    *recent(sinceMs) {
      const since = new Date(sinceMs).toISOString();
      let tooOld = 0;
      for (const { head } of framesNewestFirst(directory)) {
        // A few may bear the time of a clock that was wrong.
        if (head.receivedAt >= since) yield head;
        else if (++tooOld === SEGMENT_EVENTS) return;
      }
    },
    pruned: () => removed + hidden() - hiddenBefore,
    async close() {
      await new Promise<void>((resolve) => {
        idle.push(resolve);
        pump();
      });
      finishSegment();
    },
  };
}
