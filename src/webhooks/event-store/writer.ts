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

/** Number of events after which a segment is sealed; pruning removes whole segments. */
const SEGMENT_EVENTS = 1_000;
const SEGMENT_BYTES = 8_000_000;

export interface KeptWriterOptions {
  /** Created with mode 0700; its files have 0600. */
  directory: string;
  maxEvents?: number;
  maxBytes?: number;
  machine?: Pick<Machine, 'now' | 'random'>;
}

/** Write access for listeners. Several listeners may share a directory. */
export interface KeptWriter {
  /** Creates an id that sorts after all earlier ones. */
  newId(): string;
  /** Calls back once the event is on disk, or with an error. Concurrent calls share one flush. */
  append(frame: NewFrame, done: Done): void;
  /** Events received since a time, newest first: the deliveries that may be repeated after a restart. */
  recent(sinceMs: number): Iterable<FrameHead>;
  /** Number of events removed or hidden by retention since this writer started. */
  pruned(): number;
  /** Waits for pending writes and seals the open segment. */
  close(): Promise<void>;
}

/**
 * Opens the event store for writing.
 * @throws ArchctlError `usage` if the directory cannot be created.
 */
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

/** Writes batches to consecutive segments and applies the retention limits. */
function storeOf({ directory, maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES }: KeptWriterOptions) {
  const segmentEvents = Math.max(1, Math.min(SEGMENT_EVENTS, Math.floor(maxEvents / 10)));
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.floor(maxBytes / 10));
  const encode = encoder();
  const segments = segmentRow(directory);
  /** Number of events on disk, including those of this writer. */
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
      // The events are on disk in any case; the next rotation tries again.
    }
  };

  const flush = (frames: readonly NewFrame[], done: Done): void => {
    const fail = (error: Error): void => {
      // A failed write may have left a partial frame, so the next frames go to a new file.
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

/** Encodes several frames into one reusable buffer. */
function encoder(): (frames: readonly NewFrame[]) => Buffer {
  let scratch = Buffer.alloc(0);
  return (frames) => {
    const room = frames.reduce((sum, frame) => sum + frameRoom(frame), 0);
    if (scratch.byteLength < room) scratch = Buffer.alloc(2 * room);
    const end = frames.reduce((at, frame) => writeFrame(frame, scratch, at), 0);
    return scratch.subarray(0, end);
  };
}

/** Highest id in the file names. */
const newestNamed = (directory: string): string =>
  listSegments(directory).reduce(
    (last, { firstId, lastId = firstId }) => (lastId > last ? lastId : last),
    '',
  );

function* recentHeads(directory: string, sinceMs: number): Generator<FrameHead> {
  const since = new Date(sinceMs).toISOString();
  let tooOld = 0;
  for (const { head } of framesNewestFirst(directory)) {
    // A few events may have a wrong time, from a clock that was set wrong.
    if (head.receivedAt >= since) yield head;
    else if (++tooOld === SEGMENT_EVENTS) return;
  }
}
