import { operationCommand } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { listInvites, revokeInvite } from '../../contract/resources/invite.js';
import { askAbout, recordWithId } from '../shared/ask-about.js';
import noun from './noun.js';

const idOf = ({ parsed }: Context): string => String(parsed.args.organizationUserInviteId);

const question = (context: Context): Promise<string> =>
  askAbout(
    context,
    async () => {
      const client = await context.client();
      const path = { organizationId: await context.scope('org') };
      const { organizationUserInvites } = await client.call(listInvites, { path });
      return recordWithId(organizationUserInvites, idOf(context), 'invite');
    },
    ({ email, permission, id }) =>
      `Revoke the invite of ${email} with permission ${permission}${context.showsIds ? ` (${id})` : ''}?`,
    `Revoke the invite ${idOf(context)}?`,
  );

export default operationCommand(revokeInvite, {
  details: 'Asks for confirmation; use --yes in scripts.',
  args: { organizationUserInviteId: { name: 'INVITE', help: 'Invite', completes: 'invite' } },
  columns: noun.columns,
  examples: {
    'Asks for confirmation': 'archctl invite revoke INVITE',
    'In a script': 'archctl invite revoke INVITE --yes',
  },
  related: ['invite list', 'user delete'],
  confirm: question,
  done: ({ email }) => `Revoked the invite of ${email}.`,
});
