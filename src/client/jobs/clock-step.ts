import { type LogCursor, type LogLike, OVERLAP_MS } from './log-cursor.js';

/** A step back of the service's clock. New records carry earlier times than those that were printed. */
export interface ClockStep {
  /** Newest record, and the service's time after the step, in ISO 8601. */
  before: string;
  after: string;
  /** Start of the span that is read again, in ISO 8601. */
  from: string;
}

/**
 * The step that put the service's clock before the newest record of a cursor. `previous` is the service's time at the
 * poll before, absent at the first one. `reach` is the time since then in milliseconds: records of that span are new.
 */
export function clockStep(
  { date, seen }: LogCursor,
  { now, previous, reach }: { now: number | undefined; previous: number | undefined; reach: number },
): ClockStep | undefined {
  if (now === undefined || seen.length === 0) return undefined;
  // Not a step: a clock that always lags behind the records.
  const latest = Math.min(Date.parse(date), previous ?? Number.POSITIVE_INFINITY);
  if (now >= latest - OVERLAP_MS) return undefined;
  const iso = (ms: number): string => new Date(ms).toISOString();
  return { before: date, after: iso(now), from: iso(now - reach - OVERLAP_MS) };
}

/** Ids remembered in case the service's clock steps back: the last 10,000. */
const MAX_REMEMBERED = 10_000;

/** Ids of the records that a tail read last. */
export class RecentIds {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
  }
}

/** Whether a record was written since the step: it was not read before, and does not lie in the service's future. */
export const writtenSince = (
  { performedAt, id }: LogLike,
  { after }: ClockStep,
  recent: RecentIds,
): boolean => !recent.has(id) && Date.parse(performedAt) <= Date.parse(after) + OVERLAP_MS;
