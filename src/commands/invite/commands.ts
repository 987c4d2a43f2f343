import { command } from '../../cli/command/command.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, flag, switches, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { createInvite, listInvites, revokeInvite } from '../../contract/resources/invite.js';
import { questionAbout, recordWithId } from '../shared/ask-about.js';
import noun, { stateOf } from './noun.js';

/** Default validity of an invite in milliseconds. */
const TWO_WEEKS = 14 * 86_400_000;

/** The day of a time, in UTC. */
const dayOf = (time: unknown): string => String(time).slice(0, 10);

const idOf = ({ parsed }: Context): string => String(parsed.args.organizationUserInviteId);

const question = (context: Context): Promise<string> =>
  questionAbout(
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

export default {
  create: operationCommand(createInvite, {
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
  }),
  list: command({
    summary: 'List invites and their status',
    options: { all: flag('Include invites that were used, revoked or have expired') },
    scope: ['org'],
    operation: listInvites,
    examples: {
      'Open invites': 'archctl invite list',
      'All invites': 'archctl invite list --all',
    },
    related: ['invite create', 'invite revoke', 'user list'],
    async run(context, { options }) {
      const client = await context.client();
      const path = { organizationId: await context.scope('org') };
      const { organizationUserInvites } = await client.call(listInvites, { path });
      const now = context.world.now();
      const items = organizationUserInvites.filter((it) => options.all || stateOf(it, now) === 'open');
      const state = { key: 'state', priority: 2, value: (row: unknown) => stateOf(row, now) } as const;
      return {
        kind: 'list',
        items,
        columns: [...(noun.columns ?? []), ...(options.all ? [state] : [])],
        empty: options.all ? 'There are no invites.' : 'There are no open invites.',
      };
    },
  }),
  revoke: operationCommand(revokeInvite, {
    details: 'Asks for confirmation; use --yes in scripts.',
    args: {
      organizationUserInviteId: {
        name: 'INVITE',
        help: 'Open invite',
        completes: 'invite',
        offers: (invite: unknown) => stateOf(invite) === 'open',
      },
    },
    columns: noun.columns,
    examples: {
      'Asks for confirmation': 'archctl invite revoke INVITE',
      'In a script': 'archctl invite revoke INVITE --yes',
    },
    related: ['invite list', 'user delete'],
    confirm: question,
    done: ({ email }) => `Revoked the invite of ${email}.`,
  }),
};
