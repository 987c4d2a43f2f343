import { createdAt, id, labels, name } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Read and change groups of tags',
  aliases: ['tag-groups'],
  section: 'Models',
  rank: 7,
  examples: [
    { note: 'All diagram groups', line: 'archctl tag-group list --landscape LANDSCAPE_ID' },
    {
      note: 'A group for regions',
      line: 'archctl tag-group create --landscape LANDSCAPE_ID --name Regions --icon globe --index 3',
    },
  ],
  related: ['tag', 'object list', 'connection list'],
  columns: [
    id,
    name,
    { key: 'icon', priority: 2 },
    { key: 'index', kind: 'number', priority: 3 },
    labels,
    createdAt,
  ],
  completes: [
    {
      kind: 'tag-group',
      list: async () => (await import('../../contract/resources/tag.js')).tagGroups.list,
    },
  ],
});
