import { command } from '../../cli/command/command.js';
import { choices } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { listOrganizationUsers } from '../../contract/resources/user.js';
import noun from './noun.js';
import { membersOf } from './shared/members.js';

export default command({
  summary: 'List the members of an organization, and what they may do',
  options: { permission: choices(PERMISSIONS, 'Only who may do this') },
  scope: ['org'],
  operation: listOrganizationUsers,
  examples: [
    { note: 'Everybody', line: 'archctl user list' },
    { note: 'Who is an admin', line: 'archctl user list --permission admin' },
  ],
  related: ['invite list', 'user update', 'team list'],
  async run(context, { options }) {
    const { permission } = options;
    const members = await membersOf(context);
    return {
      kind: 'list',
      items: members.filter((it) => !permission || permission.some((wanted) => wanted === it.permission)),
      columns: noun.columns,
      empty: permission ? 'No member has this permission.' : 'The organization has no members.',
    };
  },
});
