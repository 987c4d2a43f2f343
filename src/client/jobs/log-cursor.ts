/** Position of a tail in the log: the records that it has returned. */
export interface LogCursor {
  /** Time of the newest returned record, in ISO 8601; all earlier records were returned as well. */
  date: string;
  /**
   * Ids of the records returned near `date`. Polls overlap, so these records are read again and must not be returned
   * twice.
   */
  seen: string[];
}

/** The fields of a log record that a tail needs. */
export interface LogLike {
  id: string;
  performedAt: string;
}

/** Overlap of consecutive polls in milliseconds, for records that arrive late. */
export const OVERLAP_MS = 10_000;

/** Start time of the next poll; not before `floor`, in milliseconds since the epoch. */
export const pollFrom = (cursor: LogCursor, floor = 0): string =>
  new Date(Math.max(floor, Date.parse(cursor.date) - OVERLAP_MS)).toISOString();

/** Returns the cursor after `record` was returned. Its date does not pass `latest`, in milliseconds since the epoch. */
export function advance(
  cursor: LogCursor | undefined,
  record: LogLike,
  times: Map<string, number>,
  latest = Number.POSITIVE_INFINITY,
): LogCursor {
  const at = Date.parse(record.performedAt);
  const within = Math.min(at, latest);
  const newest = Math.max(within, cursor ? Date.parse(cursor.date) : within);
  times.set(record.id, at);
  for (const [id, time] of times) if (time < newest - 2 * OVERLAP_MS) times.delete(id);
  return { date: new Date(newest).toISOString(), seen: [...times.keys()] };
}
