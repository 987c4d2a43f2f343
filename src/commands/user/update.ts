import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, switches } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { updateOrganizationUser } from '../../contract/resources/user.js';
import noun from './noun.js';

export default operationCommand(updateOrganizationUser, {
  args: { userId: { name: 'USER_ID', help: 'User', completes: 'user' } },
  options: {
    permission: choice(PERMISSIONS, 'What the user may do', { body: 'permission' }),
    landscapePermission: switches('Access to one landscape', {
      body: 'landscapePermissions',
      completes: 'landscape',
    }),
  },
  columns: noun.columns,
  examples: [
    { note: 'Let a user edit', line: 'archctl user update USER_ID --permission write' },
    {
      note: 'Close one landscape to them',
      line: 'archctl user update USER_ID --landscape-permission LANDSCAPE_ID=false',
    },
  ],
  related: ['auth status', 'keys create'],
  done: (user, { parsed }) => `User ${parsed.args.userId} has permission ${user.permission}.`,
});
