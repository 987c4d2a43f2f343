import { ArchctlError } from '../../base/errors.js';
import { displayName } from '../../cli/command/family/display-name.js';
import type { Context } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import { type LogSource, landscapeLog, organizationLog } from '../../client/jobs/log-source.js';

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
  const ofOrganization = organizationLog(client, organizationId, narrowed);
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
