import { command } from '../../cli/command/command.js';
import { NO_NAME_MATCHES, nameOptions, nameTest } from '../../cli/command/filter/name-filter.js';
import { choices } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { listOrganizationUsers } from '../../contract/resources/user.js';
import noun from './noun.js';
import { membersOf } from './shared/members.js';

export default command({
  summary: 'List the members of an organization and their permissions',
  options: { permission: choices(PERMISSIONS, 'Filter by permission'), ...nameOptions() },
  scope: ['org'],
  operation: listOrganizationUsers,
  examples: {
    'All members': 'archctl user list',
    'All admins': 'archctl user list --permission admin',
  },
  related: ['invite list', 'user update', 'team list'],
  async run(context, { options }) {
    const { permission } = options;
    const hasName = nameTest(options);
    const members = (await membersOf(context)).filter((it) => hasName?.(it) ?? true);
    return {
      kind: 'list',
      items: members.filter((it) => !permission || permission.some((wanted) => wanted === it.permission)),
      columns: noun.columns,
      empty: hasName
        ? NO_NAME_MATCHES
        : permission
          ? 'No member has this permission.'
          : 'The organization has no members.',
    };
  },
});
