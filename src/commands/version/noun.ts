import { createdAt, id, name } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Create, compare and revert versions of a landscape',
  aliases: ['versions'],
  section: 'Models',
  rank: 2,
  examples: {
    'Snapshot the live version':
      'archctl version create "Before the split" --notes "As it was before the split."',
    'Changes since a version': 'archctl version diff VERSION latest',
    'Revert to a version': 'archctl version revert VERSION',
  },
  related: ['revert list', 'landscape list', 'logs list'],
  columns: [id, name, { key: 'tags', kind: 'list', priority: 2 }, { key: 'notes', priority: 4 }, createdAt],
  completes: [
    { kind: 'version', list: async () => (await import('../../contract/resources/version.js')).listVersions },
  ],
});
