import { type ArchctlError, toArchctlError, usageError } from '../../base/errors.js';
import { advance, type LogCursor, type LogLike, OVERLAP_MS, pollFrom } from './log-cursor.js';
import { type PageRequest, pagesInTime } from './pages-in-time.js';

export interface TailOptions<T extends LogLike> {
  /** Reads one page of the log. */
  page: (request: PageRequest) => Promise<readonly T[]>;
  /** Client-side part of the filter; the server's part is in `page`. */
  accept: (record: T) => boolean;
  /** Newest records to begin with, of those since `since`; all of them unless told. `resume` goes before it. */
  last: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Where an earlier tail stood. */
  resume?: LogCursor | undefined;
  follow: boolean;
  /** Records that are held to be put in order, a million unless told: a service may always have one more. */
  maxHeld?: number | undefined;
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

const MAX_HELD = 1_000_000;
/** Idle polls slow down to this many intervals, and back at the first record. */
const IDLE_FACTOR = 5;
const IDLE_GROWTH = 1.5;

/**
 * Records of a log in order of time, each once, as they appear. Ends at `until`, after the backlog without `follow`,
 * or on abort. Faults of the service or the network are announced and survived; everything else throws.
 */
export async function* tail<T extends LogLike>(options: TailOptions<T>): AsyncGenerator<T> {
  const { signal, until } = options;
  const times = new Map<string, number>();
  let cursor = options.resume;
  for (const id of cursor?.seen ?? []) times.set(id, Date.parse(cursor?.date ?? ''));

  const emit = function* (records: readonly T[], shows = options.accept): Generator<T> {
    for (const record of records) {
      if (signal.aborted) break;
      if (times.has(record.id)) continue;
      cursor = advance(cursor, record, times);
      if (!shows(record)) continue;
      yield record;
      options.onCursor?.(cursor);
    }
    if (records.length > 0 && cursor !== undefined) options.onCursor?.(cursor);
  };
  const isOver = (): boolean => until !== undefined && options.now().getTime() > Date.parse(until);

  let over = isOver();
  if (cursor === undefined) {
    const { records, isShown } = await survive(options, () => firstRecords(options));
    yield* emit(records, isShown);
    if (signal.aborted) return;
    // Nothing there yet: whatever comes is new, and this machine's clock, which may be wrong, has no part in it.
    cursor ??= { date: options.since ?? new Date(0).toISOString(), seen: [] };
    options.onCursor?.(cursor);
    if (over) return;
  }
  // What happened before `since` lies within reach of the first polls, and is not wanted.
  const since = Date.parse(options.since ?? '');
  const floor = since <= Date.parse(cursor.date) ? since : 0;

  let wait = options.intervalMs;
  let first = options.resume !== undefined;
  while (!signal.aborted && (options.follow || first)) {
    if (!first) await options.sleep(wait, signal);
    if (signal.aborted) return;
    first = false;
    const from: string = pollFrom(cursor, floor);
    over = isOver();
    const fresh = await survive(options, () => recordsFrom(options, from, times));
    yield* emit(fresh);
    if (over) return;
    wait =
      fresh.length > 0 ? options.intervalMs : Math.min(wait * IDLE_GROWTH, options.intervalMs * IDLE_FACTOR);
  }
}

interface First<T> {
  /** Oldest first. */
  records: T[];
  isShown: (record: T) => boolean;
}

/**
 * What a tail begins with: everything since a time, or the newest few. The newest few come with all that the first
 * poll will read again, which is to be known and not shown.
 */
async function firstRecords<T extends LogLike>(options: TailOptions<T>): Promise<First<T>> {
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
    least: last,
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

/** All records from a time on that were not printed yet, oldest first, however many share one instant. */
async function recordsFrom<T extends LogLike>(
  options: TailOptions<T>,
  from: string,
  known: ReadonlyMap<string, number>,
): Promise<T[]> {
  const found: T[] = [];
  const span = { order: 'asc', since: from, until: options.until } as const;
  const { maxHeld = MAX_HELD } = options;
  for await (const { fresh, isLast } of pagesInTime(options.page, span)) {
    found.push(...fresh.filter(({ id }) => !known.has(id)));
    if (!isLast && found.length > maxHeld) throw tooMany(maxHeld);
  }
  return found.sort((a, b) => Date.parse(a.performedAt) - Date.parse(b.performedAt));
}

/** Not `unavailable`, which would be tried again. */
const tooMany = (most: number): ArchctlError =>
  usageError(`The log has more than ${most} records there.`, {
    hint: 'Begin later, or narrow what is asked for.',
  });

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
