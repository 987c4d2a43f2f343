import { createdAt, id, labels, name } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Create tag groups',
  aliases: ['tag-groups'],
  section: 'Models',
  rank: 7,
  examples: [
    {
      note: 'A group for regions',
      line: 'archctl tag-group create --landscape LANDSCAPE_ID --name Regions --icon globe --index 3',
    },
    {
      note: 'From a file',
      line: 'archctl tag-group create --landscape LANDSCAPE_ID --data @tag-group.yaml',
    },
  ],
  related: ['object list', 'connection list'],
  columns: [
    id,
    name,
    { key: 'icon', priority: 2 },
    { key: 'index', kind: 'number', priority: 3 },
    labels,
    createdAt,
  ],
  completes: [{ kind: 'tag', list: async () => (await import('../../contract/resources/tag.js')).tags.list }],
});
