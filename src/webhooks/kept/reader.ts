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

/** What is known of a kept event beside its bytes. */
export type KeptFacts = EventFacts;

export interface KeptFilter {
  limit?: number | undefined;
  /** Received at or after, in milliseconds since the epoch. */
  sinceMs?: number | undefined;
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  /** Any further condition on the facts. */
  accept?: ((facts: KeptFacts) => boolean) | undefined;
}

export interface KeptTotals {
  events: number;
  bytes: number;
  /** Events that were pruned since the directory was made. */
  pruned: number;
}

/** What to remove: what arrived before a time (`lastBefore` says what a time is worth), or all but the newest so many. */
export interface PruneRequest {
  beforeMs?: number | undefined;
  keep?: number | undefined;
  /** Needed with `beforeMs`. */
  nowMs?: number | undefined;
}

/** What `webhook events` and `webhook replay` read; listeners may write meanwhile. */
export interface KeptReader {
  /** Newest first. */
  list(filter?: KeptFilter): KeptFacts[];
  /** Whole events, newest first. */
  read(filter?: KeptFilter): Iterable<KeptEvent>;
  /** By id or a unique beginning of it. Errors: `not-found`; `usage` for a beginning of several. */
  get(id: string): KeptEvent;
  totals(): KeptTotals;
  /** Removes events for good and answers how many. */
  prune(what: PruneRequest): number;
  /** What could not be read, of all that was looked at so far. */
  damage(): KeptDamage;
}

export interface KeptDamage extends Damage {
  files: number;
  /** Files that stand among the others and are links or somebody else's; they are not read. */
  strange: string[];
}

interface KeptReaderOptions {
  directory: string;
  /** Those beyond the newest so many are not shown, even where they still lie on disk. */
  maxEvents?: number | undefined;
}

/** Opens kept events for reading. A directory that is not there holds none. */
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

/** Those of the newest so many that a filter lets through. */
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

/** Letters of the end of an id that are one by themselves. */
const LEAST_OF_END = 6;

/** The event of an id, or the only one whose id begins or ends so. */
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
    throw usageError(`Several kept events begin or end with "${id}".`, { hint: 'Give more of the id.' });
  throw new ArchctlError('not-found', `There is no kept event "${id}".`, {
    hint: '"archctl webhook events list" shows what is kept.',
  });
}

/** How many events are listed, their bytes, and how many are there beyond those. */
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
 * The last id that a prune removes; empty where it removes none. What arrives while it runs is newer than all that was
 * looked at, and stays.
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

/** The id that nothing in the directory is above, files that cannot be read included. */
const newestOf = (directory: string, arrivals: readonly Arrival[]): string =>
  [
    arrivals.at(-1)?.id ?? '',
    ...listSegments(directory).map(({ firstId, lastId }) => lastId ?? firstId),
  ].reduce((last, id) => (id > last ? id : last));

/** Remembers what could not be read, each file once however often it is looked at. */
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
