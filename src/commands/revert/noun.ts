import { createdAt, id } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List and get version reverts',
  aliases: ['reverts'],
  section: 'Models',
  rank: 2.5,
  examples: {
    'Reverts of a landscape': 'archctl revert list',
    'Revert to a version': 'archctl version revert VERSION',
  },
  related: ['version revert', 'version list', 'logs tree'],
  columns: [
    id,
    { key: 'versionId', header: 'Version', kind: 'id', of: 'version', priority: 1 },
    { key: 'notes', priority: 2 },
    { key: 'diagramHandleIds', header: 'Diagrams', kind: 'list', nameless: true, priority: 5 },
    createdAt,
  ],
  completes: [
    {
      kind: 'revert',
      list: async () => (await import('../../contract/resources/version.js')).listVersionReverts,
      items: (records) => records.map((it) => ({ id: String(it.id), name: String(it.notes) })),
    },
  ],
});
