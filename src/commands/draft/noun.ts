import { commit, id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { drafts } from '../../contract/resources/draft.js';

export default noun({
  summary: 'Plan changes in drafts, discuss and merge them',
  aliases: ['drafts'],
  section: 'Models',
  rank: 8,
  examples: {
    'Drafts in progress': 'archctl draft list --status in-progress',
    'A question': 'archctl draft comment DRAFT "Who owns this?"',
  },
  related: ['diagram export', 'version list'],
  columns: [
    id,
    ...columnsOf(drafts.shape.fields, [
      { key: 'createdById', after: 'status', header: 'By', kind: 'id', of: 'user', orOf: 'key', priority: 3 },
      {
        key: 'diagrams',
        after: 'status',
        header: 'Diagrams',
        kind: 'number',
        priority: 4,
        value: (row: { diagramIds?: readonly unknown[] }) => row.diagramIds?.length,
      },
      { ...commit, after: 'status', priority: 5 },
    ]),
    updatedAt,
  ],
  completes: [{ kind: 'draft', list: async () => drafts.list }],
});
