import { id, name, status } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List organizations',
  aliases: ['organizations', 'org'],
  section: 'Organization',
  rank: 1,
  examples: [
    { note: 'Organizations the key can see', line: 'archctl organization list' },
    {
      note: 'Work in one of them from now on',
      line: 'archctl profile set org ORGANIZATION_ID',
    },
  ],
  related: ['landscape list', 'profile set'],
  columns: [id, name, { key: 'plan', priority: 2 }, status],
  completes: [
    {
      kind: 'org',
      list: async () => (await import('../../contract/resources/organization.js')).listOrganizations,
    },
  ],
});
