import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, switches, text } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { createInvite } from '../../contract/resources/invite.js';
import noun from './noun.js';

/** Default validity of an invite in milliseconds. */
const TWO_WEEKS = 14 * 86_400_000;

export default operationCommand(createInvite, {
  details:
    '"write" and "admin" need a paid seat. If none is free, the service refuses the invite. Without --expires-at, an invite expires after two weeks.',
  options: {
    email: text('E-mail address to invite', { required: true, body: 'email', value: 'ADDRESS' }),
    permission: choice(PERMISSIONS, 'Permission of the new member', { required: true, body: 'permission' }),
    expiresAt: text('Expiry time (ISO 8601)', { body: 'expiresAt', value: 'TIME' }),
    landscapePermission: switches('Access to one landscape', {
      body: 'landscapePermissions',
      completes: 'landscape',
    }),
  },
  columns: noun.columns,
  examples: {
    'Invite a reader': 'archctl invite create --email ada@example.com --permission read',
    'For one landscape, until the end of the year':
      'archctl invite create --email bo@example.com --permission read --landscape-permission LANDSCAPE=true --expires-at 2099-12-31T23:59:59Z',
  },
  related: ['invite list', 'user list'],
  finish: (body, { world }) => ({
    expiresAt: new Date(world.now().getTime() + TWO_WEEKS).toISOString(),
    ...body,
  }),
  done: ({ email, permission, id, expiresAt }, { showsIds }) =>
    `Invited ${email} with permission ${permission}, until ${dayOf(expiresAt)}${showsIds ? ` (${id})` : ''}.`,
});

/** The day of a time, in UTC. */
const dayOf = (time: unknown): string => String(time).slice(0, 10);
