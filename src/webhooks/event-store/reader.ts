import { ArchctlError, usageError } from '../../base/errors.js';
import type { EventFacts, StoredEvent } from '../types.js';
import { type Arrival, lastBefore } from './arrival.js';
import { type Damage, type Frame, factsOf, storedEventOf } from './frame.js';
import { framesNewestFirst, type ReadOptions } from './newest-first.js';
import { MAX_EVENTS, prunedCount, removeUpTo } from './prune.js';
import { listSegments } from './segments.js';

export interface StoredEventFilter {
  limit?: number | undefined;
  /** Earliest arrival time, in milliseconds since the epoch. */
  sinceMs?: number | undefined;
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  /** Only events with these ids. */
  ids?: ReadonlySet<string> | undefined;
}

export interface StoreTotals {
  events: number;
  bytes: number;
  /** Number of events pruned since the directory was created. */
  pruned: number;
}

/** Events to remove: those that arrived before a time (see `lastBefore`), or all but the newest `keep`. */
export interface PruneRequest {
  beforeMs?: number | undefined;
  keep?: number | undefined;
  /** Required with `beforeMs`. */
  nowMs?: number | undefined;
}

/** Read access for `webhook events` and `webhook replay`; listeners may write at the same time. */
export interface EventReader {
  /** Metadata, newest first. */
  list(filter?: StoredEventFilter): EventFacts[];
  /** Complete events, newest first. */
  read(filter?: StoredEventFilter): Iterable<StoredEvent>;
  /**
   * Finds an event by id or a unique prefix or suffix of it.
   * @throws ArchctlError `not-found`; `usage` for an ambiguous prefix or suffix.
   */
  get(id: string): StoredEvent;
  /** Finds an event by its complete id, without reading other segments. */
  find(id: string): StoredEvent | undefined;
  totals(): StoreTotals;
  /** Removes events permanently and returns how many. */
  prune(request: PruneRequest): number;
  /** Data that could not be read so far. */
  damage(): StoreDamage;
}

export interface StoreDamage extends Damage {
  files: number;
  /** Names of links and files of other users in the directory; they are not read. */
  foreign: string[];
}

interface EventReaderOptions {
  directory: string;
  /** Older events beyond this number are hidden, even if they are still on disk. */
  maxEvents?: number | undefined;
}

/** Opens the event store for reading. A missing directory is an empty store. */
export function openEventReader({ directory, maxEvents = MAX_EVENTS }: EventReaderOptions): EventReader {
  const log = damageLog();
  const all = (): Generator<Frame> => framesNewestFirst(directory, log.problems);
  const listed = (filter?: StoredEventFilter): Generator<Frame> => matching(all(), maxEvents, filter);
  return {
    list: (filter) => Array.from(listed(filter), ({ head }) => factsOf(head)),
    *read(filter) {
      for (const frame of listed(filter)) yield storedEventOf(frame);
    },
    get: (id) => storedEventOf(findOne(listed(), id, ({ head }) => head.id)),
    find(id) {
      for (const frame of framesNewestFirst(directory, { ...log.problems, around: id }))
        if (frame.head.id === id) return storedEventOf(frame);
      return undefined;
    },
    totals() {
      const { events, bytes, hidden } = sizesOf(all(), maxEvents);
      return { events, bytes, pruned: prunedCount(directory) + hidden };
    },
    prune(request) {
      const arrivals = Array.from(all(), ({ head: { id, receivedAt } }) => ({ id, receivedAt })).reverse();
      const lastId = lastPrunedId(directory, arrivals, request);
      return lastId === '' ? 0 : removeUpTo(directory, lastId, request.keep === 0);
    },
    damage: log.sum,
  };
}

/** Applies a filter to the newest `maxEvents` events. */
function* matching(
  frames: Iterable<Frame>,
  maxEvents: number,
  filter: StoredEventFilter = {},
): Generator<Frame> {
  const { limit = Number.POSITIVE_INFINITY, sinceMs, collections, operations, ids } = filter;
  const since = sinceMs === undefined ? '' : new Date(sinceMs).toISOString();
  let seen = 0;
  let yielded = 0;
  for (const frame of frames) {
    if (yielded === limit || ++seen > maxEvents) return;
    const { head } = frame;
    if (head.receivedAt < since || ids?.has(head.id) === false) continue;
    if (collections?.length && !collections.includes(head.collection)) continue;
    if (operations?.length && !operations.includes(head.operation)) continue;
    yielded++;
    yield frame;
  }
}

/** Minimum length of an id suffix that identifies an event. */
const MIN_SUFFIX = 6;

/** Finds the event with an id, or the only one whose id starts or ends with it. */
export function findOne<T>(events: Iterable<T>, id: string, idOf: (event: T) => string): T {
  const found: T[] = [];
  for (const event of events) {
    const its = idOf(event);
    if (its === id) return event;
    const isMatch = its.startsWith(id) || (id.length >= MIN_SUFFIX && its.endsWith(id));
    if (id !== '' && isMatch && found.length < 2) found.push(event);
  }
  const [only] = found;
  if (only && found.length === 1) return only;
  if (only)
    throw usageError(`Several stored events have an id that starts or ends with "${id}".`, {
      hint: 'Use a longer part of the id.',
    });
  throw new ArchctlError('not-found', `There is no stored event "${id}".`, {
    hint: 'List stored events with "archctl webhook events list".',
  });
}

/** Count and bytes of the listed events, and the number of hidden ones. */
function sizesOf(frames: Iterable<Frame>, maxEvents: number) {
  let events = 0;
  let bytes = 0;
  let hidden = 0;
  for (const frame of frames) {
    if (events === maxEvents) hidden++;
    else {
      events++;
      bytes += frame.bytes.byteLength;
    }
  }
  return { events, bytes, hidden };
}

/**
 * Returns the last id to prune; empty for none. Events that arrive during the prune are newer than all listed ones and
 * remain.
 */
function lastPrunedId(
  directory: string,
  arrivals: readonly Arrival[],
  { beforeMs, keep, nowMs = Number.POSITIVE_INFINITY }: PruneRequest,
): string {
  const old = beforeMs === undefined ? undefined : lastBefore(arrivals, beforeMs, nowMs);
  const surplus =
    keep === 0 ? newestId(directory, arrivals) : arrivals.at(-1 - (keep ?? arrivals.length))?.id;
  return [old ?? '', surplus ?? ''].sort().at(-1) ?? '';
}

/** Returns the highest id in the directory, unreadable files included. */
const newestId = (directory: string, arrivals: readonly Arrival[]): string =>
  [
    arrivals.at(-1)?.id ?? '',
    ...listSegments(directory).map(({ firstId, lastId }) => lastId ?? firstId),
  ].reduce((last, id) => (id > last ? id : last));

/** Collects read failures, counting each file once. */
function damageLog(): { problems: ReadOptions; sum(): StoreDamage } {
  const damages = new Map<string, Damage>();
  const foreign = new Set<string>();
  return {
    problems: {
      onDamage: (name, damage) => void damages.set(name, damage),
      onForeign: (name) => void foreign.add(name),
    },
    sum() {
      const found = [...damages.values()];
      return {
        files: found.length,
        events: found.reduce((sum, { events }) => sum + events, 0),
        bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
        foreign: [...foreign],
      };
    },
  };
}
