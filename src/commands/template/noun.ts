import { id, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List landscape templates',
  aliases: ['templates'],
  section: 'Catalog',
  rank: 2,
  examples: {
    'Templates for new landscapes': 'archctl template list',
    'Only their names': 'archctl template list --query "[].name"',
  },
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
