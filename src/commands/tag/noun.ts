import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { tags } from '../../contract/resources/tag.js';

const sizeOf = (list: readonly unknown[] | undefined): number | undefined => list?.length;

export default noun({
  summary: 'List, create and change tags',
  aliases: ['tags'],
  section: 'Models',
  rank: 7.1,
  examples: {
    'All tags with their usage': 'archctl tag list',
    'A new tag': 'archctl tag create Legacy --color orange --group TAG_GROUP',
  },
  related: ['tag-group', 'object update', 'connection update'],
  columns: [
    id,
    ...columnsOf(tags.shape.fields, [
      {
        key: 'objects',
        after: 'groupId',
        header: 'Objects',
        kind: 'number',
        priority: 3,
        value: (row: { modelObjectIds?: readonly unknown[] }) => sizeOf(row.modelObjectIds),
      },
      {
        key: 'connections',
        after: 'groupId',
        header: 'Connections',
        kind: 'number',
        priority: 3,
        value: (row: { modelConnectionIds?: readonly unknown[] }) => sizeOf(row.modelConnectionIds),
      },
    ]),
    { ...updatedAt, priority: 4 },
  ],
  completes: [
    {
      kind: 'tag',
      list: async () => tags.list,
      within: { field: 'groupId', kind: 'tag-group' },
    },
  ],
});
