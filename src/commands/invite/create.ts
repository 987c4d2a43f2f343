import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, switches, text } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { createInvite } from '../../contract/resources/invite.js';
import noun from './noun.js';

/** How long an invite is good where nobody says, in milliseconds. */
const TWO_WEEKS = 14 * 86_400_000;

export default operationCommand(createInvite, {
  details:
    'Permissions "write" and "admin" take a paid seat; where none is left, the service refuses. Without --expires-at, an invite is good for two weeks.',
  options: {
    email: text('Address to invite', { required: true, body: 'email', value: 'ADDRESS' }),
    permission: choice(PERMISSIONS, 'What they may do', { required: true, body: 'permission' }),
    expiresAt: text('When it ends, as an ISO 8601 time', { body: 'expiresAt', value: 'TIME' }),
    landscapePermission: switches('Access to one landscape', {
      body: 'landscapePermissions',
      completes: 'landscape',
    }),
  },
  columns: noun.columns,
  examples: [
    {
      note: 'Somebody who may look',
      line: 'archctl invite create --email ada@example.com --permission read',
    },
    {
      note: 'For one landscape, until the end of the year',
      line: 'archctl invite create --email bo@example.com --permission read --landscape-permission LANDSCAPE_ID=true --expires-at 2099-12-31T23:59:59Z',
    },
  ],
  related: ['invite list', 'user list'],
  finish: (body, { world }) => ({
    expiresAt: new Date(world.now().getTime() + TWO_WEEKS).toISOString(),
    ...body,
  }),
  done: ({ email, permission, id }, { showsIds }) =>
    `${email} is invited with permission ${permission}${showsIds ? ` (${id})` : ''}.`,
});
