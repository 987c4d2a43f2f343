import { command } from '../../cli/command/command.js';
import { listOrganizationUsers } from '../../contract/resources/user.js';
import noun, { USER } from './noun.js';
import { memberOf } from './shared/members.js';

export default command({
  summary: 'Get a member of an organization',
  args: USER,
  scope: ['org'],
  operation: listOrganizationUsers,
  examples: {
    'One member': 'archctl user get USER',
    'The e-mail address': 'archctl user get USER -o json --query email',
  },
  related: ['user list', 'user update'],
  async run(context, { args }) {
    return { kind: 'record', record: await memberOf(context, args.userId), columns: noun.columns };
  },
});
