import { setImmediate } from 'node:timers/promises';
import { MAX_EVENTS } from '../event-store/prune.js';
import { listSegments, readSegment, type Segment } from '../event-store/segments.js';
import { type RedactText, rowOfEvent } from './row.js';
import type { InspectedRow } from './types.js';

/** Rows of the stored events, also of those that listeners in other processes store. */
export interface StoreRows {
  /** Newest first, as of the last refresh. */
  rows(): readonly InspectedRow[];
  /** Reads the segments that have changed. Rows of known events stay the same objects. */
  refresh(): Promise<void>;
  /** Number of stored events that cannot be read. */
  damaged(): number;
}

interface StoreRowsOptions {
  directory: string;
  redact: RedactText;
  now: () => number;
  maxEvents?: number | undefined;
}

/** Rows of a segment as it was when it was read. */
interface ReadSegment extends Pick<Segment, 'name' | 'size' | 'mtimeMs'> {
  readAt: number;
  rows: readonly InspectedRow[];
  damaged: number;
}

/** Longest time in which a file can change again without a later modification time. */
const CLOCK_STEP_MS = 100;

/** Attempts to read a store whose segments are being renamed. */
const MAX_ATTEMPTS = 3;

export function storeRows({ directory, redact, now, maxEvents = MAX_EVENTS }: StoreRowsOptions): StoreRows {
  let segments = new Map<string, ReadSegment>();
  let byId = new Map<string, InspectedRow>();
  let sorted: readonly InspectedRow[] = [];
  let refreshing: Promise<void> | undefined;

  const read = (segment: Segment): ReadSegment | undefined => {
    const { name, size, mtimeMs } = segment;
    const readAt = now();
    const found = readSegment(segment);
    return (
      found && {
        ...{ name, size, mtimeMs, readAt },
        rows: found.frames.map(({ head, body }) => byId.get(head.id) ?? rowOfEvent(head, body, redact)),
        damaged: found.damage.events,
      }
    );
  };

  /** Undefined if a segment was renamed or removed in the meantime. */
  const readAll = async (): Promise<Map<string, ReadSegment> | undefined> => {
    const all = new Map<string, ReadSegment>();
    for (const segment of listSegments(directory)) {
      const known = segments.get(segment.name);
      const current = known && isCurrent(known, segment) ? known : read(segment);
      if (!current) return undefined;
      all.set(segment.name, current);
      // A listener in this process continues between segments.
      if (current !== known) await setImmediate();
    }
    return all;
  };

  const refresh = async (): Promise<void> => {
    let all: Map<string, ReadSegment> | undefined;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !all; attempt++) all = await readAll();
    if (!all || isSame(all, segments)) return;
    segments = all;
    byId = new Map([...all.values()].flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
    sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, maxEvents);
  };

  return {
    rows: () => sorted,
    refresh() {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    damaged: () => [...segments.values()].reduce((sum, { damaged }) => sum + damaged, 0),
  };
}

const isCurrent = (known: ReadSegment, { size, mtimeMs }: Segment): boolean =>
  known.size === size && known.mtimeMs === mtimeMs && known.readAt - mtimeMs > CLOCK_STEP_MS;

const isSame = (some: ReadonlyMap<string, ReadSegment>, others: ReadonlyMap<string, ReadSegment>): boolean =>
  some.size === others.size && [...some].every(([name, it]) => others.get(name) === it);
