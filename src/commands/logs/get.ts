import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { getActionLog, getOrganizationLog } from '../../contract/resources/action-log.js';
import noun from './noun.js';

export default command({
  summary: 'Get an action log',
  details:
    "From the log of the landscape, else from the organization's (Scale plan and above), which holds those of all landscapes; with --organization from that alone.",
  args: { actionLogId: { name: 'ACTION_LOG_ID', help: 'Action log' } },
  options: { organization: flag("From the organization's log") },
  scope: ['org', 'landscape'],
  operation: getActionLog,
  alsoPerforms: [getOrganizationLog],
  examples: [
    { note: 'One entry, whole', line: 'archctl logs get ACTION_LOG_ID --landscape LANDSCAPE_ID -o yaml' },
    {
      note: 'Who did it',
      line: 'archctl logs get ACTION_LOG_ID --landscape LANDSCAPE_ID --query performedByName',
    },
    {
      note: 'Wherever it was',
      line: 'archctl logs get ACTION_LOG_ID --organization --org ORGANIZATION_ID',
    },
  ],
  related: ['logs children', 'logs tree'],
  async run(context, { args: { actionLogId }, options }) {
    const record = options.organization
      ? await fromOrganization(context, actionLogId)
      : await fromAnywhere(context, actionLogId);
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

/** What `logs list` shows may stand in either log; what is in neither is told with where it was looked for. */
async function fromAnywhere(context: Context, id: string) {
  const { settings } = context;
  const hasOrganization = settings.place('org') !== undefined;
  if (settings.place('landscape') === undefined && hasOrganization) return fromOrganization(context, id);
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
      hint: `It is not in the log of this landscape, nor in that of ${hasOrganization ? 'the organization, or its plan has none' : 'an organization: --org names one'}. "archctl logs list" shows ids.`,
    });
  }
}
