/** Where a tail stands: everything up to `date` was printed, and `seen` of what is near it. */
export interface LogCursor {
  /** ISO 8601 of the newest record printed. */
  date: string;
  /** Ids of the records printed within the overlap before `date`; they will be read again and must not repeat. */
  seen: string[];
}

export interface LogLike {
  id: string;
  performedAt: string;
}

/** How far back each poll reaches, for records that arrive late, in milliseconds. */
export const OVERLAP_MS = 10_000;

/** The moment a poll starts reading from; not before `floor`, in milliseconds since the epoch. */
export const pollFrom = (cursor: LogCursor, floor = 0): string =>
  new Date(Math.max(floor, Date.parse(cursor.date) - OVERLAP_MS)).toISOString();

/** The cursor after `record` was printed. Its date does not pass `latest`, in milliseconds since the epoch. */
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
