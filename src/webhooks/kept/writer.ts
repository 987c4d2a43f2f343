import { fdatasync } from 'node:fs';
import { systemMachine } from '../machine.js';
import type { Machine } from '../types.js';
import { eventIds } from './event-id.js';
import { type Done, flushQueue } from './flush-queue.js';
import { type FrameHead, frameRoom, type NewFrame, writeFrame } from './frame.js';
import { framesNewestFirst } from './newest-first.js';
import { type OpenSegment, segmentRow } from './open-segment.js';
import { MAX_BYTES, MAX_EVENTS, removeSurplus } from './retention.js';
import { listSegments, makeDirectory, sealAll } from './segments.js';

/** A segment is sealed after so much; pruning takes whole ones. */
const SEGMENT_EVENTS = 1_000;
const SEGMENT_BYTES = 8_000_000;

export interface KeptWriterOptions {
  /** Made with mode 0700; its files have 0600. */
  directory: string;
  maxEvents?: number;
  maxBytes?: number;
  machine?: Pick<Machine, 'now' | 'random'>;
}

/** What a listener writes to. Any number of listeners may share a directory. */
export interface KeptWriter {
  /** A new id, later than all before it. */
  newId(): string;
  /** Calls back once the event is on disk, or with what went wrong. Many calls share one flush. */
  append(frame: NewFrame, done: Done): void;
  /** Newest first, received since a time: the deliveries that may come again after a restart. */
  recent(sinceMs: number): Iterable<FrameHead>;
  /** How many events are no longer listed since this writer began. */
  pruned(): number;
  /** Waits for what is under way, and seals. */
  close(): Promise<void>;
}

/** Opens kept events for writing. Errors: `usage` where the directory cannot be made. */
export function openKeptWriter(options: KeptWriterOptions): KeptWriter {
  const { directory, machine = systemMachine } = options;
  makeDirectory(directory);
  sealAll(directory);
  const store = storeOf(options);
  store.prune();
  const prunedBefore = store.pruned();
  const newId = eventIds(machine, newestNamed(directory));
  const queue = flushQueue(store.flush);
  return {
    newId,
    append: queue.add,
    recent: (sinceMs) => recentHeads(directory, sinceMs),
    pruned: () => store.pruned() - prunedBefore,
    async close() {
      await queue.idle();
      store.finish();
    },
  };
}

/** Writes batches into segments, one after the other, and keeps to what may be kept. */
function storeOf({ directory, maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES }: KeptWriterOptions) {
  const segmentEvents = Math.max(1, Math.min(SEGMENT_EVENTS, Math.floor(maxEvents / 10)));
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.floor(maxBytes / 10));
  const encode = encoder();
  const segments = segmentRow(directory);
  /** All that is on disk, this writer's share counted as it comes. */
  let total = 0;
  let removed = 0;

  const prune = (): void => {
    const retained = removeSurplus({ directory, maxEvents, maxBytes, spareBytes: segmentBytes });
    total = retained.total;
    removed += retained.removed;
  };

  const rotateIfFull = ({ events, bytes }: OpenSegment): void => {
    if (events < segmentEvents && bytes < segmentBytes) return;
    try {
      segments.finish();
      prune();
    } catch {
      // The events are on disk all the same; the next rotation tries again.
    }
  };

  const flush = (frames: readonly NewFrame[], done: Done): void => {
    const fail = (error: Error): void => {
      // A failed write may have left half a frame: what follows it goes elsewhere.
      segments.abandon();
      done(error);
    };
    let segment: OpenSegment;
    try {
      segment = segments.write(frames, encode(frames));
    } catch (error) {
      setImmediate(fail, error as Error);
      return;
    }
    total += frames.length;
    fdatasync(segment.handle, (error) => {
      if (error) {
        fail(error);
        return;
      }
      rotateIfFull(segment);
      done(null);
    });
  };

  const pruned = (): number => removed + Math.max(0, total - maxEvents);
  return { prune, pruned, flush, finish: segments.finish };
}

/** Puts the bytes of several frames together, in a buffer that it uses again. */
function encoder(): (frames: readonly NewFrame[]) => Buffer {
  let scratch = Buffer.alloc(0);
  return (frames) => {
    const room = frames.reduce((sum, frame) => sum + frameRoom(frame), 0);
    if (scratch.byteLength < room) scratch = Buffer.alloc(2 * room);
    const end = frames.reduce((at, frame) => writeFrame(frame, scratch, at), 0);
    return scratch.subarray(0, end);
  };
}

/** The last id that the name of a file tells. */
const newestNamed = (directory: string): string =>
  listSegments(directory).reduce(
    (last, { firstId, lastId = firstId }) => (lastId > last ? lastId : last),
    '',
  );

function* recentHeads(directory: string, sinceMs: number): Generator<FrameHead> {
  const since = new Date(sinceMs).toISOString();
  let tooOld = 0;
  for (const { head } of framesNewestFirst(directory)) {
    // A few may bear the time of a clock that was wrong.
    if (head.receivedAt >= since) yield head;
    else if (++tooOld === SEGMENT_EVENTS) return;
  }
}
