import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { getActionLog, getOrganizationLog } from '../../contract/resources/action-log.js';
import noun from './noun.js';

export default command({
  summary: 'Get an action log',
  details:
    "From the log of the landscape, or with --organization from the organization's (Scale plan and above), which holds those of all landscapes.",
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
    const client = await context.client();
    const { organization } = options;
    const record = organization
      ? await client
          .call(getOrganizationLog, {
            path: { organizationId: await context.scope('org'), organizationLogId: actionLogId },
          })
          .then(({ organizationLog }) => organizationLog)
      : await client
          .call(getActionLog, { path: { landscapeId: await context.scope('landscape'), actionLogId } })
          .then(({ actionLog }) => actionLog);
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
