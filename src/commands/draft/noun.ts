import { id, name, status, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Plan changes in drafts, discuss and merge them',
  aliases: ['drafts'],
  section: 'Models',
  rank: 8,
  examples: [
    {
      note: 'Drafts in progress',
      line: 'archctl draft list --landscape LANDSCAPE_ID --status in-progress',
    },
    {
      note: 'A question',
      line: 'archctl draft comment DRAFT_ID --landscape LANDSCAPE_ID --entity OBJECT_ID --content "Who owns this?"',
    },
  ],
  related: ['diagram export', 'version list'],
  columns: [
    id,
    name,
    status,
    { key: 'createdById', header: 'By', kind: 'id', of: 'user', orOf: 'key', priority: 3 },
    {
      key: 'diagrams',
      header: 'Diagrams',
      kind: 'number',
      priority: 4,
      value: (row: { diagramIds?: readonly unknown[] }) => row.diagramIds?.length,
    },
    { key: 'commit', kind: 'number', priority: 5 },
    { key: 'mergedAt', header: 'Merged', kind: 'time', priority: 4 },
    updatedAt,
  ],
  completes: [
    { kind: 'draft', list: async () => (await import('../../contract/resources/draft.js')).drafts.list },
  ],
});
