import { ArchctlError, usageError } from '../../base/errors.js';
import type { EventFacts, KeptEvent } from '../types.js';
import { lastBefore } from './arrival.js';
import { type Frame, factsOf, keptEventOf } from './frame.js';
import { removeUpTo } from './prune.js';
import { prunedCount } from './pruned-log.js';
import type { Damage, Scan } from './scan.js';
import { listSegments, readSegment, type Segment } from './segments.js';

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

/** What `webhook events` and `webhook replay` read; listeners may write meanwhile. */
export interface KeptEvents {
  /** Newest first. */
  list(filter?: KeptFilter): KeptFacts[];
  /** Whole events, newest first. */
  read(filter?: KeptFilter): Iterable<KeptEvent>;
  /** By id or a unique beginning of it. Errors: `not-found`; `usage` for a beginning of several. */
  get(id: string): KeptEvent;
  totals(): KeptTotals;
  /**
   * Removes for good what arrived before a time, or all but the newest so many; `lastBefore` says what a time is worth.
   * Answers how many. `nowMs` is needed with `beforeMs`.
   */
  prune(what: {
    beforeMs?: number | undefined;
    keep?: number | undefined;
    nowMs?: number | undefined;
  }): number;
  /** What could not be read, of all that was looked at so far. */
  damage(): KeptDamage;
}

export interface KeptDamage extends Damage {
  files: number;
  /** Files that stand among the others and are links or somebody else's; they are not read. */
  strange: string[];
}

interface Watcher {
  damaged?: (name: string, damage: Damage) => void;
  strange?: (name: string) => void;
}

/** Above every id. */
const NO_BOUND = '~';

/** Every kept event once, newest first. Reads no more segments than it must. */
export function* framesNewestFirst(directory: string, { damaged, strange }: Watcher = {}): Generator<Frame> {
  const read = (segment: Segment): Frame[] => {
    const found = readSegment(segment) ?? renamed(directory, segment.firstId);
    if (found && found.damage.events > 0) damaged?.(segment.name, found.damage);
    return found?.frames ?? [];
  };
  const unread = listSegments(directory, strange)
    .map((segment) => ({ ...segment, bound: segment.lastId ?? NO_BOUND }))
    .sort((a, b) => (a.bound < b.bound ? 1 : -1));
  let waiting: Frame[] = [];
  let last: string | undefined;
  while (unread.length > 0 || waiting.length > 0) {
    const segment = unread.shift();
    if (segment) waiting = waiting.concat(read(segment));
    waiting.sort((a, b) => (a.head.id < b.head.id ? 1 : -1));
    const bound = unread[0]?.bound ?? '';
    const ready = waiting.filter(({ head }) => head.id > bound);
    waiting = waiting.slice(ready.length);
    for (const frame of ready) {
      // A crash between the two steps of a prune leaves an event in two files.
      if (frame.head.id !== last) yield frame;
      last = frame.head.id;
    }
  }
}

/** A segment that got its final name between the look at the directory and the look into it. */
function renamed(directory: string, firstId: string): Scan | undefined {
  const segment = listSegments(directory).find((it) => it.firstId === firstId);
  return segment && readSegment(segment);
}

interface ReadOptions {
  directory: string;
  /** Those beyond the newest so many are not shown, even where they still lie on disk. */
  maxEvents?: number | undefined;
}

/** Opens kept events for reading. A directory that is not there holds none. */
export function keptEvents({ directory, maxEvents = 10_000 }: ReadOptions): KeptEvents {
  const damages = new Map<string, Damage>();
  const strangers = new Set<string>();
  const all = (): Generator<Frame> =>
    framesNewestFirst(directory, {
      damaged: (name, damage) => void damages.set(name, damage),
      strange: (name) => void strangers.add(name),
    });

  function* frames(filter: KeptFilter = {}): Generator<Frame> {
    const since = filter.sinceMs === undefined ? '' : new Date(filter.sinceMs).toISOString();
    let seen = 0;
    let given = 0;
    for (const frame of all()) {
      if (given === (filter.limit ?? Number.POSITIVE_INFINITY) || ++seen > maxEvents) return;
      const { head } = frame;
      if (head.receivedAt < since) continue;
      if (filter.collections?.length && !filter.collections.includes(head.collection)) continue;
      if (filter.operations?.length && !filter.operations.includes(head.operation)) continue;
      if (filter.accept && !filter.accept(factsOf(head))) continue;
      given++;
      yield frame;
    }
  }

  return {
    list: (filter) => Array.from(frames(filter), ({ head }) => factsOf(head)),
    *read(filter) {
      for (const frame of frames(filter)) yield keptEventOf(frame);
    },
    get(id) {
      const found: Frame[] = [];
      for (const frame of frames()) {
        if (frame.head.id === id) return keptEventOf(frame);
        if (id !== '' && frame.head.id.startsWith(id) && found.length < 2) found.push(frame);
      }
      const [only] = found;
      if (only && found.length === 1) return keptEventOf(only);
      if (only) throw usageError(`Several kept events begin with "${id}".`, { hint: 'Give more of the id.' });
      throw new ArchctlError('not-found', `There is no kept event "${id}".`, {
        hint: '"archctl webhook events list" shows what is kept.',
      });
    },
    totals() {
      let events = 0;
      let bytes = 0;
      let hidden = 0;
      for (const frame of all()) {
        if (events === maxEvents) hidden++;
        else {
          events++;
          bytes += frame.bytes.byteLength;
        }
      }
      return { events, bytes, pruned: prunedCount(directory) + hidden };
    },
    prune({ beforeMs, keep, nowMs = Number.POSITIVE_INFINITY }) {
      const arrivals = Array.from(all(), ({ head: { id, receivedAt } }) => ({ id, receivedAt })).reverse();
      const old = beforeMs === undefined ? undefined : lastBefore(arrivals, beforeMs, nowMs);
      // What arrives while this runs is newer than all that was looked at, and stays.
      const surplus =
        keep === 0 ? newestOf(directory, arrivals) : arrivals.at(-1 - (keep ?? arrivals.length))?.id;
      const cut = [old ?? '', surplus ?? ''].sort().at(-1) ?? '';
      return cut === '' ? 0 : removeUpTo(directory, cut, keep === 0);
    },
    damage() {
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

/** The id that nothing in the directory is above, files that cannot be read included. */
const newestOf = (directory: string, arrivals: readonly { id: string }[]): string =>
  [
    arrivals.at(-1)?.id ?? '',
    ...listSegments(directory).map(({ firstId, lastId }) => lastId ?? firstId),
  ].reduce((last, id) => (id > last ? id : last));
