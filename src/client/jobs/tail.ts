import { type ArchctlError, usageError } from '../../base/errors.js';
import { type ClockStep, clockStep, RecentIds, writtenSince } from './clock-step.js';
import { advance, type LogCursor, type LogLike, OVERLAP_MS, pollFrom } from './log-cursor.js';
import { type PageRequest, pagesInTime } from './pages-in-time.js';
import { type RetryReports, whileUnavailable } from './while-unavailable.js';

export interface TailOptions<T extends LogLike> extends RetryReports {
  /** Reads one page of the log. */
  page: (request: PageRequest) => Promise<readonly T[]>;
  /** Client-side part of the filter; the server-side part is in `page`. */
  accept: (record: T) => boolean;
  /**
   * Number of newest records to start with, among those since `since`. Default: all of them. `resume` takes precedence.
   */
  last: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Cursor of an earlier tail. */
  resume?: LogCursor | undefined;
  follow: boolean;
  /**
   * Maximum number of records held for sorting. Default: one million. Protects against a service that never stops
   * returning records.
   */
  maxHeld?: number | undefined;
  /** Shortest wait between polls, in milliseconds; idle polls wait up to five times as long. */
  intervalMs: number;
  now: () => Date;
  /** Service time in its latest response, in milliseconds since the epoch. */
  serviceTime?: () => number | undefined;
  onClockStep?: (step: ClockStep) => void;
  /** Called when the cursor has moved: records before it need not be read again. */
  onCursor?: (cursor: LogCursor) => void;
}

const MAX_HELD = 1_000_000;
/** Longest wait of idle polls, in intervals, and the factor between two waits. A new record resets the wait. */
const IDLE_FACTOR = 5;
const IDLE_GROWTH = 1.5;

/**
 * Yields the records of a log in order of time, each once, as they appear. Ends at `until`, after the backlog without
 * `follow`, or on abort. Service and network failures are reported and retried; other errors are thrown.
 */
export async function* tail<T extends LogLike>(options: TailOptions<T>): AsyncGenerator<T> {
  const { signal, until } = options;
  const times = new Map<string, number>();
  const recent = new RecentIds();
  let cursor = options.resume;
  for (const id of cursor?.seen ?? []) {
    times.set(id, Date.parse(cursor?.date ?? ''));
    recent.add(id);
  }

  const emit = function* (
    records: readonly T[],
    shows = options.accept,
    latest = Number.POSITIVE_INFINITY,
  ): Generator<T> {
    for (const record of records) {
      if (signal.aborted) break;
      if (times.has(record.id)) continue;
      cursor = advance(cursor, record, times, latest);
      recent.add(record.id);
      if (!shows(record)) continue;
      yield record;
      options.onCursor?.(cursor);
    }
    if (records.length > 0 && cursor !== undefined) options.onCursor?.(cursor);
  };
  const isOver = (): boolean => until !== undefined && options.now().getTime() > Date.parse(until);

  let over = isOver();
  if (cursor === undefined) {
    const { records, isShown } = await whileUnavailable(options, () => firstRecords(options));
    yield* emit(records, isShown);
    if (signal.aborted) return;
    // No records yet: every later record is new. This machine's clock is not used, because it may be wrong.
    cursor ??= { date: options.since ?? new Date(0).toISOString(), seen: [] };
    options.onCursor?.(cursor);
    if (over) return;
  }
  // The overlap of the first polls also returns records from before `since`; they are skipped.
  const since = Date.parse(options.since ?? '');
  let floor = since <= Date.parse(cursor.date) ? since : 0;

  let wait = options.intervalMs;
  let first = options.resume !== undefined;
  let polledAt = options.now().getTime();
  let previous: number | undefined;
  while (!signal.aborted && (options.follow || first)) {
    if (!first) await options.sleep(wait, signal);
    if (signal.aborted) return;
    first = false;
    const from: string = pollFrom(cursor, floor);
    over = isOver();
    const fresh = await whileUnavailable(options, () => recordsFrom(options, from, times));
    const now = options.serviceTime?.();
    // A late record from before a step of the service's clock must not move the cursor into the future.
    const latest = (now ?? Number.POSITIVE_INFINITY) + OVERLAP_MS;
    yield* emit(fresh, options.accept, latest);
    // This machine's clock may have stepped back too.
    const reach = Math.max(wait, options.now().getTime() - polledAt);
    const step = clockStep(cursor, { now, previous, reach });
    [polledAt, previous] = [options.now().getTime(), now];
    if (step) {
      options.onClockStep?.(step);
      floor = 0;
      const again = await whileUnavailable(options, () => recordsFrom(options, step.from, times));
      for (const it of again)
        if (!writtenSince(it, step, recent)) times.set(it.id, Date.parse(it.performedAt));
      cursor = { date: step.after, seen: [...times.keys()] };
      yield* emit(again, options.accept, latest);
    }
    if (over) return;
    wait =
      fresh.length > 0 ? options.intervalMs : Math.min(wait * IDLE_GROWTH, options.intervalMs * IDLE_FACTOR);
  }
}

interface Backlog<T> {
  /** Oldest first. */
  records: T[];
  isShown: (record: T) => boolean;
}

/**
 * Initial records of a tail: everything since a time, or the newest few. The newest few include all records that the
 * first poll will read again, so that these are not printed twice.
 */
async function firstRecords<T extends LogLike>(options: TailOptions<T>): Promise<Backlog<T>> {
  const { since, last = Number.POSITIVE_INFINITY, accept, until, maxHeld = MAX_HELD } = options;
  if (since !== undefined) {
    const records = await recordsFrom(options, since, new Map());
    if (last === Number.POSITIVE_INFINITY) return { records, isShown: accept };
    const newest = new Set(records.filter(accept).slice(last === 0 ? records.length : -last));
    return { records, isShown: (record) => newest.has(record) };
  }
  const seen = new Map<string, T>();
  const shown = new Set<string>();
  for await (const { records, fresh, isLast } of pagesInTime(options.page, {
    order: 'desc',
    until,
    minPageSize: last,
  })) {
    for (const record of fresh) {
      if (shown.size < last && accept(record)) shown.add(record.id);
      seen.set(record.id, record);
    }
    if (!isLast && seen.size > maxHeld) throw tooMany(maxHeld);
    const oldest = records.at(-1);
    const [newest = oldest] = seen.values();
    const reach = Date.parse(newest?.performedAt ?? '') - Date.parse(oldest?.performedAt ?? '');
    if (shown.size >= last && reach > OVERLAP_MS) break;
  }
  return { records: [...seen.values()].reverse(), isShown: ({ id }) => shown.has(id) };
}

/** Returns all unprinted records from a time on, oldest first, however many share one instant. */
async function recordsFrom<T extends LogLike>(
  options: TailOptions<T>,
  from: string,
  known: Map<string, number>,
): Promise<T[]> {
  const found: T[] = [];
  // After a backward clock step, known records may have later times. The first page must hold them as well.
  const span = { order: 'asc', since: from, until: options.until, least: known.size + 1 } as const;
  const { maxHeld = MAX_HELD } = options;
  for await (const { fresh, isLast } of pagesInTime(options.page, span)) {
    for (const record of fresh) {
      // A resumed cursor contains ids only, no times.
      if (known.has(record.id)) known.set(record.id, Date.parse(record.performedAt));
      else found.push(record);
    }
    if (!isLast && found.length > maxHeld) throw tooMany(maxHeld);
  }
  return found.sort((a, b) => Date.parse(a.performedAt) - Date.parse(b.performedAt));
}

/** Error for a log that is too large. Not `unavailable`, which would be retried. */
const tooMany = (maxRecords: number): ArchctlError =>
  usageError(`The log has more than ${maxRecords} records in this time span.`, {
    hint: 'Start later, or narrow the filter.',
  });
