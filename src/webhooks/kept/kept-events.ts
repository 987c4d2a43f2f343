import { ArchctlError, usageError } from '../../base/errors.js';
import type { EventFacts, KeptEvent } from '../types.js';
import { type Frame, factsOf, keptEventOf } from './frame.js';
import { listSegments, prunedCount, readSegment, removeFrom } from './segments.js';

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
  /** Removes for good what was received before a time, or all but the newest so many. Answers how many. */
  prune(what: { beforeMs?: number | undefined; keep?: number | undefined }): number;
}

/** Above every id. */
const NO_BOUND = '~';

/** Every kept event once, newest first. Reads no more segments than it must. */
export function* framesNewestFirst(directory: string): Generator<Frame> {
  const unread = listSegments(directory)
    .map((segment) => ({ ...segment, bound: segment.lastId ?? NO_BOUND }))
    .sort((a, b) => (a.bound < b.bound ? 1 : -1));
  let waiting: Frame[] = [];
  let last: string | undefined;
  while (unread.length > 0 || waiting.length > 0) {
    const segment = unread.shift();
    if (segment) waiting.push(...(readSegment(segment) ?? renamed(directory, segment.firstId)));
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
function renamed(directory: string, firstId: string): Frame[] {
  const segment = listSegments(directory).find((it) => it.firstId === firstId);
  return (segment && readSegment(segment)) ?? [];
}

interface ReadOptions {
  directory: string;
  /** Those beyond the newest so many are not shown, even where they still lie on disk. */
  maxEvents?: number | undefined;
}

/** Opens kept events for reading. A directory that is not there holds none. */
export function keptEvents({ directory, maxEvents = 10_000 }: ReadOptions): KeptEvents {
  function* frames(filter: KeptFilter = {}): Generator<Frame> {
    const since = filter.sinceMs === undefined ? '' : new Date(filter.sinceMs).toISOString();
    let seen = 0;
    let given = 0;
    for (const frame of framesNewestFirst(directory)) {
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
      for (const frame of framesNewestFirst(directory)) {
        if (events === maxEvents) hidden++;
        else {
          events++;
          bytes += frame.bytes.byteLength;
        }
      }
      return { events, bytes, pruned: prunedCount(directory) + hidden };
    },
    prune({ beforeMs, keep }) {
      const before = beforeMs === undefined ? '' : new Date(beforeMs).toISOString();
      const kept = new Set<string>();
      for (const { head } of frames()) {
        if (kept.size === (keep ?? Number.POSITIVE_INFINITY)) break;
        if (head.receivedAt >= before) kept.add(head.id);
      }
      // What arrives while this runs is newer than all that was looked at, and stays.
      const newest = [...kept].reduce((last, id) => (id > last ? id : last), '');
      const cut = newest === '' ? newestId(directory) : newest;
      let count = 0;
      for (const segment of listSegments(directory)) {
        count += removeFrom(directory, segment, ({ head }) => head.id > cut || kept.has(head.id));
      }
      return count;
    },
  };
}

const newestId = (directory: string): string => {
  for (const { head } of framesNewestFirst(directory)) return head.id;
  return '';
};
