import type { PageRequest } from '../client/tail.js';
import type { ClientNeeds, Context } from '../context.js';
import { listActionLogs, listOrganizationLogs } from '../contract/action-log.js';
import { ArchctlError } from '../errors.js';

export interface LogRecord {
  id: string;
  performedAt: string;
  landscapeId?: string | null | undefined;
  importance?: string | undefined;
}

/** Which log is read: the organization's, or one landscape's. */
export interface LogSource {
  kind: 'organization' | 'landscape';
  id: string;
  page(request: Partial<PageRequest> & { filter: Record<string, unknown> }): Promise<readonly LogRecord[]>;
  /** What `accept` asks for. */
  narrowed: { landscape: string | undefined; importance: readonly string[] | undefined };
  /** False for records of other landscapes, or of another importance. */
  accept(record: LogRecord): boolean;
}

/**
 * The organization's log, narrowed to `--landscape` where one is given; the landscape's own log where importance
 * matters or where the plan has no organization log (service document, Organization log: Scale and above).
 */
export async function logSource(
  context: Context,
  importance: readonly string[] | undefined,
  needs: ClientNeeds = {},
): Promise<LogSource> {
  const client = await context.client(needs);
  const landscape = context.settings.place('landscape')?.value;
  const accept = (record: LogRecord): boolean =>
    (landscape === undefined || record.landscapeId === landscape) &&
    (importance === undefined || (record.importance !== undefined && importance.includes(record.importance)));

  const narrowed = { landscape, importance };
  const ofLandscape = (landscapeId: string): LogSource => ({
    kind: 'landscape',
    id: landscapeId,
    async page({ filter, ...page }) {
      const answer = await client.call(listActionLogs, {
        path: { landscapeId },
        query: { filter: { ...filter, ...page } },
      } as never);
      return (answer as { actionLogs: LogRecord[] }).actionLogs;
    },
    narrowed,
    accept,
  });
  if (importance !== undefined) return ofLandscape(await context.landscape());

  const organizationId = await context.org();
  const ofOrganization: LogSource = {
    kind: 'organization',
    id: organizationId,
    async page({ filter, ...page }) {
      const answer = await client.call(listOrganizationLogs, {
        path: { organizationId },
        query: { filter: { ...filter, ...page } },
      } as never);
      return (answer as { organizationLogs: LogRecord[] }).organizationLogs;
    },
    narrowed,
    accept,
  };
  if (landscape === undefined) return ofOrganization;
  try {
    await ofOrganization.page({ filter: {}, limit: 1 });
    return ofOrganization;
  } catch (error) {
    if (!(error instanceof ArchctlError) || error.kind !== 'auth' || error.facts.status !== 403) throw error;
    context.terminal.note("The organization's log is not available; reading the landscape's own.");
    return ofLandscape(landscape);
  }
}
