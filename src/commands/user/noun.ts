import type { Item } from '../../cli/command/noun.js';
import { noun } from '../../cli/command/noun.js';

/** A user is known by id; what they may do is all the list tells of them. */
const permissionsOf = (users: readonly Record<string, unknown>[]): Item[] =>
  users.map(({ id, permission }) => ({ id: String(id), name: String(permission) }));

export default noun({
  summary: "Change users' permissions",
  aliases: ['users'],
  section: 'Organization',
  rank: 3,
  examples: [
    { note: 'Let a user edit', line: 'archctl user update USER_ID --permission write' },
    {
      note: 'Close one landscape to them',
      line: 'archctl user update USER_ID --landscape-permission LANDSCAPE_ID=false',
    },
  ],
  related: ['auth status', 'keys create'],
  columns: [
    { key: 'permission', priority: 1 },
    { key: 'landscapePermissions', header: 'Landscapes', priority: 2 },
  ],
  completes: [
    {
      kind: 'user',
      list: async () => (await import('../../contract/resources/user.js')).listOrganizationUsers,
      items: permissionsOf,
    },
  ],
});
