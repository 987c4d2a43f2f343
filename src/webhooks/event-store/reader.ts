import { ArchctlError, usageError } from '../../base/errors.js';
import type { EventFacts, KeptEvent } from '../types.js';
import { type Arrival, lastBefore } from './arrival.js';
import { type Frame, factsOf, keptEventOf } from './frame.js';
import { framesNewestFirst, type Watcher } from './newest-first.js';
import { removeUpTo } from './prune.js';
import { prunedCount } from './pruned-log.js';
import { MAX_EVENTS } from './retention.js';
import type { Damage } from './scan.js';
import { listSegments } from './segments.js';

/** Metadata of a stored event, without its body. */
export type KeptFacts = EventFacts;

export interface KeptFilter {
  limit?: number | undefined;
  /** Earliest arrival time, in milliseconds since the epoch. */
  sinceMs?: number | undefined;
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  /** Additional condition on the metadata. */
  accept?: ((facts: KeptFacts) => boolean) | undefined;
}

export interface KeptTotals {
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
export interface KeptReader {
  /** Metadata, newest first. */
  list(filter?: KeptFilter): KeptFacts[];
  /** Complete events, newest first. */
  read(filter?: KeptFilter): Iterable<KeptEvent>;
  /**
   * Finds an event by id or a unique prefix or suffix of it.
   * @throws ArchctlError `not-found`; `usage` for an ambiguous prefix or suffix.
   */
  get(id: string): KeptEvent;
  totals(): KeptTotals;
  /** Removes events permanently and returns how many. */
  prune(what: PruneRequest): number;
  /** Data that could not be read so far. */
  damage(): KeptDamage;
}

export interface KeptDamage extends Damage {
  files: number;
  /** Names of links and files of other users in the directory; they are not read. */
  strange: string[];
}

interface KeptReaderOptions {
  directory: string;
  /** Older events beyond this number are hidden, even if they are still on disk. */
  maxEvents?: number | undefined;
}

/** Opens the event store for reading. A missing directory is an empty store. */
export function openKeptReader({ directory, maxEvents = MAX_EVENTS }: KeptReaderOptions): KeptReader {
  const log = damageLog();
  const all = (): Generator<Frame> => framesNewestFirst(directory, log.watcher);
  const listed = (filter?: KeptFilter): Generator<Frame> => matching(all(), maxEvents, filter);
  return {
    list: (filter) => Array.from(listed(filter), ({ head }) => factsOf(head)),
    *read(filter) {
      for (const frame of listed(filter)) yield keptEventOf(frame);
    },
    get: (id) => keptEventOf(theOne(listed(), id)),
    totals() {
      const { events, bytes, hidden } = sizesOf(all(), maxEvents);
      return { events, bytes, pruned: prunedCount(directory) + hidden };
    },
    prune(what) {
      const arrivals = Array.from(all(), ({ head: { id, receivedAt } }) => ({ id, receivedAt })).reverse();
      const cut = lastToGo(directory, arrivals, what);
      return cut === '' ? 0 : removeUpTo(directory, cut, what.keep === 0);
    },
    damage: log.sum,
  };
}

/** Applies a filter to the newest `maxEvents` events. */
function* matching(frames: Iterable<Frame>, maxEvents: number, filter: KeptFilter = {}): Generator<Frame> {
  const { limit = Number.POSITIVE_INFINITY, sinceMs, collections, operations, accept } = filter;
  const since = sinceMs === undefined ? '' : new Date(sinceMs).toISOString();
  let seen = 0;
  let given = 0;
  for (const frame of frames) {
    if (given === limit || ++seen > maxEvents) return;
    const { head } = frame;
    if (head.receivedAt < since) continue;
    if (collections?.length && !collections.includes(head.collection)) continue;
    if (operations?.length && !operations.includes(head.operation)) continue;
    if (accept && !accept(factsOf(head))) continue;
    given++;
    yield frame;
  }
}

/** Minimum length of an id suffix that identifies an event. */
const LEAST_OF_END = 6;

/** Finds the event with an id, or the only one whose id starts or ends with it. */
function theOne(frames: Iterable<Frame>, id: string): Frame {
  const found: Frame[] = [];
  for (const frame of frames) {
    if (frame.head.id === id) return frame;
    const isMeant = frame.head.id.startsWith(id) || (id.length >= LEAST_OF_END && frame.head.id.endsWith(id));
    if (id !== '' && isMeant && found.length < 2) found.push(frame);
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
function lastToGo(
  directory: string,
  arrivals: readonly Arrival[],
  { beforeMs, keep, nowMs = Number.POSITIVE_INFINITY }: PruneRequest,
): string {
  const old = beforeMs === undefined ? undefined : lastBefore(arrivals, beforeMs, nowMs);
  const surplus =
    keep === 0 ? newestOf(directory, arrivals) : arrivals.at(-1 - (keep ?? arrivals.length))?.id;
  return [old ?? '', surplus ?? ''].sort().at(-1) ?? '';
}

/** Returns the highest id in the directory, unreadable files included. */
const newestOf = (directory: string, arrivals: readonly Arrival[]): string =>
  [
    arrivals.at(-1)?.id ?? '',
    ...listSegments(directory).map(({ firstId, lastId }) => lastId ?? firstId),
  ].reduce((last, id) => (id > last ? id : last));

/** Collects read failures, counting each file once. */
function damageLog(): { watcher: Watcher; sum(): KeptDamage } {
  const damages = new Map<string, Damage>();
  const strangers = new Set<string>();
  return {
    watcher: {
      damaged: (name, damage) => void damages.set(name, damage),
      strange: (name) => void strangers.add(name),
    },
    sum() {
      const found = [...damages.values()];
      return {
        files: found.length,
        events: found.reduce((sum, { events }) => sum + events, 0),
        bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
        strange: [...strangers],
      };
    },
  };
}
