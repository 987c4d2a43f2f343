import { createdAt, id, name } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Create, compare and revert versions of a landscape',
  aliases: ['versions'],
  section: 'Models',
  rank: 2,
  examples: [
    {
      note: 'Snapshot the live version',
      line: 'archctl version create --landscape LANDSCAPE_ID --name "Before the split" --notes "As it was before the split."',
    },
    {
      note: 'Changes since a version',
      line: 'archctl version diff VERSION_ID latest --landscape LANDSCAPE_ID',
    },
    { note: 'Revert to a version', line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID' },
  ],
  related: ['revert list', 'landscape list', 'logs list'],
  columns: [id, name, { key: 'tags', kind: 'list', priority: 2 }, { key: 'notes', priority: 4 }, createdAt],
  completes: [
    { kind: 'version', list: async () => (await import('../../contract/resources/version.js')).listVersions },
  ],
});
