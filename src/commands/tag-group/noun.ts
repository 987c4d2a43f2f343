import { createdAt, id } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { tagGroups } from '../../contract/resources/tag.js';

export default noun({
  summary: 'Read and change groups of tags',
  aliases: ['tag-groups'],
  section: 'Models',
  rank: 7,
  examples: {
    'All tag groups': 'archctl tag-group list',
    'A group for regions': 'archctl tag-group create Regions --icon globe',
  },
  related: ['tag', 'object list', 'connection list'],
  columns: [id, ...columnsOf(tagGroups.shape.fields), createdAt],
  completes: [{ kind: 'tag-group', list: async () => tagGroups.list }],
});
