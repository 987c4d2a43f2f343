import type { Context } from '../../../cli/command/spec.js';
import type { LogRecord } from '../../../client/jobs/log-source.js';
import { type PageRequest, pagesInTime } from '../../../client/jobs/pages-in-time.js';
import { logSource } from '../../shared/log-source.js';

export interface LogRequest {
  filter: Record<string, unknown>;
  since?: string | undefined;
  until?: string | undefined;
  order: 'asc' | 'desc';
  limit: number;
  importance?: readonly string[] | undefined;
}

/** Reads log entries; a few more than `limit`, and whether the log has even more. */
export async function readLogs(
  context: Context,
  { filter, since, until, order, limit, importance }: LogRequest,
): Promise<{ items: LogRecord[]; hasMore: boolean }> {
  const source = await logSource(context, await context.client(), importance);
  const items: LogRecord[] = [];
  let hasMore = false;
  const read = (page: PageRequest) => source.page({ filter, ...page });
  for await (const { fresh, isLast } of pagesInTime(read, { order, since, until })) {
    for (const record of fresh) if (source.accept(record)) items.push(record);
    hasMore = !isLast;
    if (items.length > limit) break;
  }
  return { items, hasMore };
}
