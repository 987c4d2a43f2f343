import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, switches } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { updateOrganizationUser } from '../../contract/resources/user.js';
import { mapColumn } from '../shared/map-column.js';
import { USER } from './noun.js';

export default operationCommand(updateOrganizationUser, {
  args: USER,
  options: {
    permission: choice(PERMISSIONS, 'Permission of the user', { body: 'permission' }),
    landscapePermission: switches('Access to one landscape', {
      body: 'landscapePermissions',
      completes: 'landscape',
    }),
  },
  // The response contains only these fields.
  columns: [
    { key: 'permission', priority: 1 },
    mapColumn('landscapePermissions', 'Landscapes', 2, 'landscape'),
  ],
  examples: {
    'Let a user edit': 'archctl user update USER_ID --permission write',
    'Remove access to one landscape': 'archctl user update USER_ID --landscape-permission LANDSCAPE_ID=false',
  },
  related: ['user list', 'invite create'],
  done: ({ permission }, context) =>
    `User ${displayName(context, { id: context.parsed.args.userId })} now has permission ${permission}.`,
});
