import { createdAt, id, name } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List, create, change and delete API keys',
  aliases: ['key'],
  section: 'Organization',
  rank: 2,
  examples: {
    'A key with read permission, saved as a profile':
      'archctl keys create "CI reader" --permission read --save-profile ci',
    'Rename one': 'archctl keys update KEY --name "CI, nightly"',
  },
  related: ['auth login', 'user update'],
  columns: [
    id,
    name,
    { key: 'permission', priority: 1 },
    { key: 'organizationId', header: 'Organization', kind: 'id', of: 'org', priority: 4 },
    createdAt,
  ],
  completes: [
    {
      kind: 'key',
      word: 'API key',
      list: async () => (await import('../../contract/resources/api-key.js')).listApiKeys,
    },
  ],
});
