import { id, labels, name, updatedAt } from '../../../cli/command/columns.js';
import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read and change groups of diagrams',
  aliases: ['groups'],
  examples: [
    { note: 'All diagram groups', line: 'archctl diagram group list --landscape LANDSCAPE_ID' },
    {
      note: 'A new group for a system',
      line: 'archctl diagram group create --landscape LANDSCAPE_ID --name Operations --model OBJECT_ID',
    },
  ],
  related: ['diagram list', 'diagram update'],
  columns: [
    id,
    name,
    { key: 'modelId', header: 'Model object', kind: 'id', of: 'object', priority: 2 },
    { key: 'index', kind: 'number', priority: 3 },
    labels,
    updatedAt,
  ],
  completes: [
    {
      kind: 'diagram-group',
      list: async () => (await import('../../../contract/resources/diagram-group.js')).diagramGroups.list,
      within: { field: 'parentId' },
    },
  ],
});
