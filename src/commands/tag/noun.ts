import { id, labels, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

const sizeOf = (list: readonly unknown[] | undefined): number | undefined => list?.length;

export default noun({
  summary: 'List, create and change tags',
  aliases: ['tags'],
  section: 'Models',
  rank: 7.1,
  examples: [
    { note: 'All tags with their usage', line: 'archctl tag list --landscape LANDSCAPE_ID' },
    {
      note: 'A new domain',
      line: 'archctl tag create --landscape LANDSCAPE_ID --name Legacy --color orange --group TAG_GROUP_ID --index 1',
    },
  ],
  related: ['tag-group', 'object update', 'connection update'],
  columns: [
    id,
    name,
    { key: 'color', header: 'Colour', priority: 2 },
    { key: 'groupId', header: 'Group', kind: 'id', of: 'tag-group', priority: 2 },
    {
      key: 'objects',
      header: 'Objects',
      kind: 'number',
      priority: 3,
      value: (row: { modelObjectIds?: readonly unknown[] }) => sizeOf(row.modelObjectIds),
    },
    {
      key: 'connections',
      header: 'Connections',
      kind: 'number',
      priority: 3,
      value: (row: { modelConnectionIds?: readonly unknown[] }) => sizeOf(row.modelConnectionIds),
    },
    { key: 'index', kind: 'number', priority: 5 },
    labels,
    { ...updatedAt, priority: 4 },
  ],
  completes: [
    {
      kind: 'tag',
      list: async () => (await import('../../contract/resources/tag.js')).tags.list,
      within: { field: 'groupId', kind: 'tag-group' },
    },
  ],
});
