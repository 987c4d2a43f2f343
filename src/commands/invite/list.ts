import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { listInvites } from '../../contract/resources/invite.js';
import noun, { stateOf } from './noun.js';

export default command({
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
});
