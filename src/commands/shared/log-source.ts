import { ArchctlError } from '../../base/errors.js';
import { displayName } from '../../cli/command/family/display-name.js';
import type { Context } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import type { PageRequest } from '../../client/jobs/pages-in-time.js';
import { MAX_EMPTY_PAGES } from '../../client/send/limits.js';
import { listActionLogs, listOrganizationLogs } from '../../contract/resources/action-log.js';

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

/**
 * The organization's log, filtered by `--landscape` if given. Uses the landscape's own log for filters by importance,
 * or if the plan has no organization log (docs/service.md#organization-log: Scale and above).
 */
export async function logSource(
  context: Context,
  client: Client,
  importance: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<LogSource> {
  // The default landscape is not a filter: it would hide records of the organization.
  const landscape =
    context.parsed.scope.landscape === undefined ? undefined : await context.scope('landscape');
  const narrowed = { landscape, importance };
  const ofLandscape = (landscapeId: string) => landscapeLog(client, landscapeId, narrowed);
  if (importance !== undefined) return ofLandscape(await context.scope('landscape'));

  const organizationId = await context.scope('org');
  const ofOrganization = sourceOf('organization', organizationId, narrowed, (query, signal) =>
    client.perform(listOrganizationLogs, { path: { organizationId }, query, signal }),
  );
  if (context.settings.scope('landscape') === undefined || context.parsed.globals.dryRun)
    return ofOrganization;
  try {
    await ofOrganization.page({ filter: {}, limit: 1 }, signal);
    return ofOrganization;
  } catch (error) {
    if (!(error instanceof ArchctlError) || error.facts.status !== 403) throw error;
    const fallback = await context.scope('landscape');
    // Shows the name to people, or the id if the name cannot be read.
    const names = context.showsNames ? await context.names() : undefined;
    const name = await names?.of('landscape').then(
      (known) => known.nameOf(fallback),
      () => undefined,
    );
    context.terminal.note(
      `The organization's log is not available; reading the log of the landscape ${displayName(context, { id: fallback, name })}.`,
    );
    return ofLandscape(fallback);
  }
}

/** The log of one landscape. */
export const landscapeLog = (
  client: Client,
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

/** The service may return fewer records than requested; its cursor then leads to the rest. */
async function readPage(
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
