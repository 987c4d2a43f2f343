import { fdatasync } from 'node:fs';
import { systemMachine } from '../machine.js';
import type { Machine } from '../types.js';
import { eventIds } from './event-id.js';
import type { FrameHead, NewFrame } from './frame.js';
import { framesNewestFirst } from './newest-first.js';
import { MAX_BYTES, MAX_EVENTS, removeSurplus } from './prune.js';
import { makeDirectory, type OpenSegment, sealAll, segmentWriter } from './segment-writer.js';
import { listSegments } from './segments.js';

/** Number of events after which a segment is sealed; pruning removes whole segments. */
const SEGMENT_EVENTS = 1_000;
const SEGMENT_BYTES = 8_000_000;

export interface EventWriterOptions {
  /** Created with mode 0700; its files have 0600. */
  directory: string;
  maxEvents?: number;
  maxBytes?: number;
  machine?: Pick<Machine, 'now' | 'random'>;
}

/** Write access for listeners. Several listeners may share a directory. */
export interface EventWriter {
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
export function openEventWriter(options: EventWriterOptions): EventWriter {
  const { directory, machine = systemMachine } = options;
  makeDirectory(directory);
  sealAll(directory);
  const store = storeOf(options);
  store.prune();
  const prunedBefore = store.pruned();
  const newId = eventIds(machine, lastNamedId(directory));
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
function storeOf({ directory, maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES }: EventWriterOptions) {
  const segmentEvents = Math.max(1, Math.min(SEGMENT_EVENTS, Math.floor(maxEvents / 10)));
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.floor(maxBytes / 10));
  const segments = segmentWriter(directory);
  /** Number of events on disk, including those of this writer. */
  let total = 0;
  let removed = 0;

  const prune = (): void => {
    const result = removeSurplus({ directory, maxEvents, maxBytes, spareBytes: segmentBytes });
    total = result.total;
    removed += result.removed;
  };

  const rotateIfFull = ({ ids, bytes }: OpenSegment): void => {
    if (ids.length < segmentEvents && bytes < segmentBytes) return;
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
      segment = segments.write(frames);
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

/** Highest id in the file names. */
const lastNamedId = (directory: string): string =>
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

export type Done = (error: Error | null) => void;

/** Writes and flushes frames; calls back exactly once, asynchronously, after the last one. Never throws. */
type Flush = (frames: readonly NewFrame[], done: Done) => void;

/** Maximum number of events written and flushed together. */
const BATCH_EVENTS = 32;

/**
 * Group commit: frames that arrive together, or while a flush is in progress, share the next flush. `idle` resolves
 * once no flush is in progress.
 */
export function flushQueue(flush: Flush): { add: EventWriter['append']; idle(): Promise<void> } {
  const waiting: { frame: NewFrame; done: Done }[] = [];
  let onIdle: (() => void)[] = [];
  let isFlushing = false;
  let isPlanned = false;

  const next = (): void => {
    isPlanned = false;
    if (isFlushing) return;
    const batch = waiting.splice(0, BATCH_EVENTS);
    if (batch.length === 0) {
      for (const resolve of onIdle) resolve();
      onIdle = [];
      return;
    }
    isFlushing = true;
    flush(
      batch.map(({ frame }) => frame),
      (error) => {
        isFlushing = false;
        // Starts the next flush while the callbacks of this one run.
        next();
        for (const { done } of batch) done(error);
      },
    );
  };

  return {
    add(frame, done) {
      waiting.push({ frame, done });
      if (isFlushing || isPlanned) return;
      isPlanned = true;
      setImmediate(next);
    },
    idle: () =>
      new Promise<void>((resolve) => {
        onIdle.push(resolve);
        next();
      }),
  };
}
