import { createdAt, id } from '../../cli/command/columns.js';
import { type Item, noun } from '../../cli/command/noun.js';

const ADDRESSES = (invites: readonly Record<string, unknown>[]): Item[] =>
  invites.map((it) => ({ id: String(it.id), name: String(it.email) }));

export function stateOf(row: unknown, now = new Date()): string {
  const { usedAt, revokedAt, expiresAt } = row as Record<string, unknown>;
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return Date.parse(String(expiresAt)) > now.getTime() ? 'open' : 'expired';
}

export default noun({
  summary: 'Invite people into an organization',
  aliases: ['invites'],
  section: 'Organization',
  rank: 4,
  examples: {
    'Open invites': 'archctl invite list',
    'Invite a reader': 'archctl invite create --email ada@example.com --permission read',
  },
  related: ['user list', 'team list'],
  columns: [
    id,
    { key: 'email', priority: 1 },
    { key: 'permission', priority: 1 },
    { key: 'expiresAt', header: 'Until', kind: 'time', priority: 2 },
    { key: 'revokedAt', header: 'Revoked', kind: 'time', priority: 4 },
    { key: 'usedAt', header: 'Used', kind: 'time', priority: 4 },
    createdAt,
  ],
  completes: [
    {
      kind: 'invite',
      list: async () => (await import('../../contract/resources/invite.js')).listInvites,
      items: ADDRESSES,
    },
  ],
});
