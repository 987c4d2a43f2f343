import { listActionLogs, listOrganizationLogs } from '../../contract/resources/action-log.js';
import type { Client } from '../client-types.js';
import { MAX_EMPTY_PAGES } from '../send/limits.js';
import type { PageRequest } from './pages-in-time.js';

/** A log record, as far as its fields are read here. */
export interface LogRecord {
  id: string;
  performedAt: string;
  landscapeId?: string | null | undefined;
  importance?: string | undefined;
}

export type LogPageRequest = Partial<PageRequest> & { filter: Record<string, unknown>; limit: number };

/** Log to read: the organization's, or one landscape's. */
export interface LogSource {
  kind: 'organization' | 'landscape';
  id: string;
  /** Reads up to `limit` records; fewer mean that there are no more. */
  page(request: LogPageRequest, signal?: AbortSignal): Promise<readonly LogRecord[]>;
  /** Criteria of `accept`. */
  narrowed: { landscape: string | undefined; importance: readonly string[] | undefined };
  /** False for records of other landscapes, or of another importance. */
  accept(record: LogRecord): boolean;
}

interface LogAnswer {
  actionLogs?: LogRecord[];
  organizationLogs?: LogRecord[];
  nextCursor?: string | null;
}

/** The log of an organization (docs/service.md#organization-log). */
export const organizationLog = (
  client: Pick<Client, 'perform'>,
  organizationId: string,
  narrowed: LogSource['narrowed'] = { landscape: undefined, importance: undefined },
): LogSource =>
  sourceOf('organization', organizationId, narrowed, (query, signal) =>
    client.perform(listOrganizationLogs, { path: { organizationId }, query, signal }),
  );

/** The log of one landscape. */
export const landscapeLog = (
  client: Pick<Client, 'perform'>,
  landscapeId: string,
  narrowed: LogSource['narrowed'] = { landscape: undefined, importance: undefined },
): LogSource =>
  sourceOf('landscape', landscapeId, narrowed, (query, signal) =>
    client.perform(listActionLogs, { path: { landscapeId }, query, signal }),
  );

function sourceOf(
  kind: LogSource['kind'],
  id: string,
  narrowed: LogSource['narrowed'],
  read: (query: Record<string, unknown>, signal: AbortSignal | undefined) => Promise<unknown>,
): LogSource {
  const { landscape, importance } = narrowed;
  return {
    kind,
    id,
    page: (request, signal) => readPage((query) => read(query, signal), request),
    narrowed,
    accept: (record) =>
      (landscape === undefined || record.landscapeId === landscape) &&
      (importance === undefined ||
        (record.importance !== undefined && importance.includes(record.importance))),
  };
}

/** Reads up to `limit` records. The service may return fewer at a time; its cursor then leads to the rest. */
export async function readPage(
  read: (query: Record<string, unknown>) => Promise<unknown>,
  { filter, ...page }: LogPageRequest,
): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  const seen = new Set<string>();
  let empty = 0;
  let cursor: string | undefined;
  do {
    if (cursor !== undefined) seen.add(cursor);
    const answer = (await read({
      filter: { ...filter, ...page },
      ...(cursor ? { cursor } : {}),
    })) as LogAnswer;
    const found = answer.organizationLogs ?? answer.actionLogs ?? [];
    for (const record of found) records.push(record);
    empty = found.length === 0 ? empty + 1 : 0;
    cursor = answer.nextCursor || undefined;
  } while (
    cursor !== undefined &&
    !seen.has(cursor) &&
    records.length < page.limit &&
    empty <= MAX_EMPTY_PAGES
  );
  return records.slice(0, page.limit);
}
