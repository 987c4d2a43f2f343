import type { ArchctlError } from '../errors.js';
import { toArchctlError } from '../errors.js';
import { advance, type LogCursor, type LogLike, pollFrom } from './log-cursor.js';

export interface PageRequest {
  order: 'asc' | 'desc';
  limit: number;
  startAtDate?: string;
  endAtDate?: string;
}

export interface TailOptions<T extends LogLike> {
  /** Reads one page of the log. */
  page: (request: PageRequest) => Promise<readonly T[]>;
  /** Client-side part of the filter; the server's part is in `page`. */
  accept: (record: T) => boolean;
  /** Newest records to begin with, when neither `since` nor `resume` says where. */
  last: number;
  since?: string | undefined;
  until?: string | undefined;
  /** Where an earlier tail stood. */
  resume?: LogCursor | undefined;
  follow: boolean;
  /** Shortest wait between polls, in milliseconds; idle polls wait up to `idleFactor` times as long. */
  intervalMs: number;
  now: () => Date;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** A poll failed and is tried again after `waitMs`. */
  onFault: (error: ArchctlError, waitMs: number) => void;
  onRecovered: () => void;
  /** The cursor moved: what was printed is safe to skip next time. */
  onCursor?: (cursor: LogCursor) => void;
}

const PAGE = 100;
const MAX_PAGE = 10_000;
/** Idle polls slow down to this many intervals, and back at the first record. */
const IDLE_FACTOR = 5;
const IDLE_GROWTH = 1.5;

/**
 * Records of a log in order of time, each once, as they appear. Ends at `until`, after the backlog without `follow`,
 * or on abort. Faults of the service or the network are announced and survived; everything else throws.
 */
export async function* tail<T extends LogLike>(options: TailOptions<T>): AsyncGenerator<T> {
  const { signal } = options;
  const times = new Map<string, number>();
  let cursor = options.resume;
  for (const id of cursor?.seen ?? []) times.set(id, Date.parse(cursor?.date ?? ''));

  const emit = function* (records: readonly T[]): Generator<T> {
    for (const record of records) {
      if (times.has(record.id)) continue;
      cursor = advance(cursor, record, times);
      if (options.accept(record)) yield record;
      options.onCursor?.(cursor);
    }
  };

  if (cursor === undefined) {
    const backlog = await survive(options, () => firstRecords(options));
    const start = options.since ?? options.now().toISOString();
    yield* emit(backlog);
    cursor ??= { date: start, seen: [] };
    options.onCursor?.(cursor);
  }

  let wait = options.intervalMs;
  let first = options.resume !== undefined;
  while (!signal.aborted && (options.follow || first)) {
    if (!first) await options.sleep(wait, signal);
    if (signal.aborted) return;
    first = false;
    const from: LogCursor = cursor;
    const fresh = await survive(options, () => recordsFrom(options, pollFrom(from), times));
    yield* emit(fresh);
    if (options.until !== undefined && options.now().toISOString() > options.until) return;
    wait =
      fresh.length > 0 ? options.intervalMs : Math.min(wait * IDLE_GROWTH, options.intervalMs * IDLE_FACTOR);
  }
}

/** What a tail begins with: everything since a time, or the newest few in order. */
async function firstRecords<T extends LogLike>(options: TailOptions<T>): Promise<T[]> {
  if (options.since !== undefined) return recordsFrom(options, options.since, new Map());
  if (options.last === 0) return [];
  const kept: T[] = [];
  let endAtDate = options.until;
  const seen = new Set<string>();
  for (let limit = Math.max(PAGE, options.last); ; ) {
    const page = await options.page({ order: 'desc', limit, ...(endAtDate ? { endAtDate } : {}) });
    const fresh = page.filter((record) => !seen.has(record.id));
    for (const record of fresh) {
      seen.add(record.id);
      if (options.accept(record)) kept.push(record);
    }
    const oldest = page.at(-1);
    if (kept.length >= options.last || page.length < limit || oldest === undefined) break;
    if (fresh.length === 0 || oldest.performedAt === endAtDate) limit = Math.min(limit * 2, MAX_PAGE);
    if (fresh.length === 0 && limit === MAX_PAGE) break;
    endAtDate = oldest.performedAt;
  }
  return kept.slice(0, options.last).reverse();
}

/** All records from a time on that were not printed yet, oldest first, however many share one instant. */
async function recordsFrom<T extends LogLike>(
  options: TailOptions<T>,
  from: string,
  known: ReadonlyMap<string, number>,
): Promise<T[]> {
  const found = new Map<string, T>();
  let startAtDate = from;
  for (let limit = PAGE; ; ) {
    const page = await options.page({
      order: 'asc',
      limit,
      startAtDate,
      ...(options.until ? { endAtDate: options.until } : {}),
    });
    const before = found.size;
    for (const record of page) if (!known.has(record.id)) found.set(record.id, record);
    const newest = page.at(-1);
    if (page.length < limit || newest === undefined) break;
    // A full page that began and ended at one instant would be read for ever: ask for more of it instead.
    if (newest.performedAt === startAtDate || found.size === before) {
      if (limit >= MAX_PAGE) break;
      limit = Math.min(limit * 2, MAX_PAGE);
    }
    startAtDate = newest.performedAt;
  }
  return [...found.values()].sort((a, b) => Date.parse(a.performedAt) - Date.parse(b.performedAt));
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** Tries until it works, as long as what fails is the network, the service or a limit. */
async function survive<R, T extends LogLike>(options: TailOptions<T>, work: () => Promise<R>): Promise<R> {
  let wait = FIRST_WAIT_MS;
  for (let failed = false; ; failed = true) {
    try {
      const result = await work();
      if (failed) options.onRecovered();
      return result;
    } catch (error) {
      const fault = toArchctlError(error);
      if (fault.kind !== 'unavailable' && fault.kind !== 'limit') throw error;
      const asked = fault.facts.retryAfter;
      const pause = Math.min(
        asked === undefined ? wait : asked * 1000,
        asked === undefined ? MAX_WAIT_MS : 3_600_000,
      );
      options.onFault(fault, pause);
      await options.sleep(pause, options.signal);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }
}
