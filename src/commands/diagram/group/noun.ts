import { id, updatedAt } from '../../../cli/command/columns.js';
import { columnsOf } from '../../../cli/command/family/fields.js';
import { noun } from '../../../cli/command/noun.js';
import { diagramGroups } from '../../../contract/resources/diagram-group.js';

export default noun({
  summary: 'Read and change groups of diagrams',
  aliases: ['groups'],
  examples: {
    'All diagram groups': 'archctl diagram group list',
    'A new group for a system': 'archctl diagram group create Operations --of OBJECT',
  },
  related: ['diagram list', 'diagram update'],
  columns: [id, ...columnsOf(diagramGroups.shape.fields), updatedAt],
  completes: [
    {
      kind: 'diagram-group',
      list: async () => diagramGroups.list,
      within: { field: 'parentId' },
    },
  ],
});
