import type { Item } from '../../cli/command/noun.js';
import { noun } from '../../cli/command/noun.js';
import type { ArgumentSpec } from '../../cli/command/value-spec.js';
import { mapColumn } from '../shared/map-column.js';

/** Argument of every command for one member. */
export const USER: Readonly<Record<'userId', ArgumentSpec>> = {
  userId: { name: 'USER', help: 'User', completes: 'user' },
};

/** Labels users by name and permission; some services return only the permission. */
const offered = (users: readonly Record<string, unknown>[]): Item[] =>
  users.map(({ id, name, email, permission }) => ({
    id: String(id),
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { also: [email] }),
    note: String(permission),
  }));

export default noun({
  summary: 'Manage members of an organization and the current user',
  aliases: ['users'],
  section: 'Organization',
  rank: 3,
  examples: {
    'Members of the organization': 'archctl user list',
    'Let a user edit': 'archctl user update USER --permission write',
  },
  related: ['invite create', 'team list', 'auth status'],
  columns: [
    { key: 'id', header: 'ID', kind: 'id', priority: 1 },
    { key: 'name', priority: 1 },
    { key: 'email', priority: 2 },
    { key: 'permission', priority: 1 },
    { key: 'jobRole', header: 'Role', priority: 4 },
    { key: 'lastActiveAt', header: 'Active', kind: 'time', priority: 3 },
    mapColumn('landscapePermissions', 'Landscapes', 5, 'landscape'),
  ],
  completes: [
    {
      kind: 'user',
      list: async () => (await import('../../contract/resources/user.js')).listOrganizationUsers,
      items: offered,
    },
  ],
});
