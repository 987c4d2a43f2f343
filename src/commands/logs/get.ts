import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { getActionLog, getOrganizationLog } from '../../contract/resources/action-log.js';
import noun from './noun.js';

export default command({
  summary: 'Get an action log entry',
  details:
    'Reads the log of the landscape, then the log of the organization (Scale plan and above). With --organization it reads only the latter.',
  args: { actionLogId: { name: 'ACTION_LOG_ID', help: 'Action log entry' } },
  options: { organization: flag("Read the organization's log") },
  scope: ['org', 'landscape'],
  operation: getActionLog,
  alsoPerforms: [getOrganizationLog],
  examples: {
    'One entry with all fields': 'archctl logs get ACTION_LOG_ID -o yaml',
    'The actor': 'archctl logs get ACTION_LOG_ID --query performedByName',
    "From the organization's log": 'archctl logs get ACTION_LOG_ID --organization --org ORGANIZATION',
  },
  related: ['logs children', 'logs tree'],
  async run(context, { args: { actionLogId }, options }) {
    const record = options.organization
      ? await fromOrganization(context, actionLogId)
      : await fromEitherLog(context, actionLogId);
    return {
      kind: 'record',
      record,
      columns: [
        ...noun.columns,
        { key: 'parentId', header: 'Caused by', kind: 'id', priority: 3 },
        { key: 'action.props', header: 'Props', priority: 5 },
      ],
    };
  },
});

async function fromLandscape(context: Context, actionLogId: string) {
  const path = { landscapeId: await context.scope('landscape'), actionLogId };
  return (await (await context.client()).call(getActionLog, { path })).actionLog;
}

async function fromOrganization(context: Context, organizationLogId: string) {
  const path = { organizationId: await context.scope('org'), organizationLogId };
  return (await (await context.client()).call(getOrganizationLog, { path })).organizationLog;
}

/** Looks up an action of `logs list` in both logs. The error for an unknown id names the logs that were searched. */
async function fromEitherLog(context: Context, id: string) {
  const { settings } = context;
  const hasOrganization = settings.scope('org') !== undefined;
  if (settings.scope('landscape') === undefined && hasOrganization) return fromOrganization(context, id);
  try {
    return await fromLandscape(context, id);
  } catch (error) {
    if (!(error instanceof ArchctlError) || error.kind !== 'not-found') throw error;
    if (hasOrganization) {
      const found = await fromOrganization(context, id).catch(() => undefined);
      if (found) return found;
    }
    throw new ArchctlError('not-found', error.message, {
      ...error.facts,
      hint: `It is neither in the log of this landscape nor in that of ${hasOrganization ? 'the organization, or the plan does not include that log' : 'an organization: set --org'}. "archctl logs list" shows ids.`,
    });
  }
}
