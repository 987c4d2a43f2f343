import { type LogCursor, type LogLike, OVERLAP_MS } from './log-cursor.js';

/** A backward step of the service's clock: new records get earlier times than records already returned. */
export interface ClockStep {
  /** Time of the newest record that was returned, in ISO 8601. */
  before: string;
  /** The service's time after the step, in ISO 8601. */
  after: string;
  /** Start of the time span to read again, in ISO 8601. */
  from: string;
}

/**
 * Detects that the service's clock stepped back behind the newest record of a cursor. `previous` is the service's time
 * at the last poll, absent at the first one. `reach` is the time since then in milliseconds: records of that span are
 * new.
 */
export function clockStep(
  { date, seen }: LogCursor,
  { now, previous, reach }: { now: number | undefined; previous: number | undefined; reach: number },
): ClockStep | undefined {
  if (now === undefined || seen.length === 0) return undefined;
  // A clock that always lags behind the records is not a step.
  const latest = Math.min(Date.parse(date), previous ?? Number.POSITIVE_INFINITY);
  if (now >= latest - OVERLAP_MS) return undefined;
  const iso = (ms: number): string => new Date(ms).toISOString();
  return { before: date, after: iso(now), from: iso(now - reach - OVERLAP_MS) };
}

/** Number of record ids remembered in case the service's clock steps back. */
const MAX_REMEMBERED = 10_000;

/** Ids of the records that a tail has read most recently. */
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

/** Whether a record was written since the step: not read before, and not in the service's future. */
export const writtenSince = (
  { performedAt, id }: LogLike,
  { after }: ClockStep,
  recent: RecentIds,
): boolean => !recent.has(id) && Date.parse(performedAt) <= Date.parse(after) + OVERLAP_MS;
