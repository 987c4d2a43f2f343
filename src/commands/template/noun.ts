import { id, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List landscape templates',
  aliases: ['templates'],
  section: 'Catalog',
  rank: 2,
  examples: [
    { note: 'Templates for new landscapes', line: 'archctl template list' },
    { note: 'Only their names', line: 'archctl template list --query "[].name"' },
  ],
  related: ['landscape create', 'landscape list'],
  columns: [
    id,
    name,
    { key: 'caption', priority: 3 },
    { key: 'landscapeId', header: 'Landscape', kind: 'id', nameless: true, priority: 2 },
    updatedAt,
  ],
  completes: [
    {
      kind: 'template',
      list: async () => (await import('../../contract/resources/template.js')).listTemplates,
    },
  ],
});
