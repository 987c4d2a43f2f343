import type { LogLike } from './log-cursor.js';

/** A request for one page of a log. Times are in ISO 8601. */
export interface PageRequest {
  order: 'asc' | 'desc';
  limit: number;
  startAtDate?: string;
  endAtDate?: string;
}

/** Time span to read. Times are in ISO 8601. */
export interface Span {
  order: PageRequest['order'];
  since?: string | undefined;
  until?: string | undefined;
  /** Size of the first page, if larger than the usual one. */
  minPageSize?: number | undefined;
}

const PAGE = 100;
/** Maximum page size of the service. */
const MAX_PAGE = 10_000;

/**
 * Reads a log by time, page by page. Each page begins at the instant where the previous one ended, because more records
 * may share it; `fresh` are the records that no earlier page contained. Ends after the first page that is not full.
 */
export async function* pagesInTime<T extends LogLike>(
  read: (request: PageRequest) => Promise<readonly T[]>,
  { order, since, until, minPageSize = 0 }: Span,
): AsyncGenerator<{ fresh: T[]; records: readonly T[]; isLast: boolean }> {
  const known = new Set<string>();
  let [startAtDate, endAtDate] = [since, until];
  for (let limit = Math.min(Math.max(PAGE, minPageSize), MAX_PAGE); ; ) {
    const bounds = { ...(startAtDate ? { startAtDate } : {}), ...(endAtDate ? { endAtDate } : {}) };
    const records = await read({ order, limit, ...bounds });
    const fresh = records.filter(({ id }) => known.size < known.add(id).size);
    const edge = records.at(-1)?.performedAt;
    const isLast = edge === undefined || records.length < limit;
    yield { fresh, records, isLast };
    if (isLast) return;
    // A full page that begins and ends at one instant would be read forever: request a larger page instead.
    if (fresh.length === 0 || edge === (order === 'asc' ? startAtDate : endAtDate)) {
      if (limit === MAX_PAGE) return;
      limit = Math.min(limit * 2, MAX_PAGE);
    }
    if (order === 'asc') startAtDate = edge;
    else endAtDate = edge;
  }
}
