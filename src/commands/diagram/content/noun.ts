import { commit } from '../../../cli/command/columns.js';
import { noun } from '../../../cli/command/noun.js';

const sizeOf = (map: object | undefined): number => Object.keys(map ?? {}).length;

export default noun({
  summary: 'Read and change what a diagram shows',
  aliases: ['contents'],
  examples: {
    'The content of a diagram': 'archctl diagram content get DIAGRAM',
    'As a file to edit and write back': 'archctl diagram content get DIAGRAM -o yaml',
  },
  related: ['diagram get', 'diagram export'],
  columns: [
    { key: 'id', header: 'ID', kind: 'id', priority: 1 },
    { key: 'name', priority: 1 },
    {
      key: 'objects',
      header: 'Objects',
      kind: 'number',
      priority: 2,
      value: (row: { objects?: object }) => sizeOf(row.objects),
    },
    {
      key: 'connections',
      header: 'Connections',
      kind: 'number',
      priority: 2,
      value: (row: { connections?: object }) => sizeOf(row.connections),
    },
    {
      key: 'comments',
      header: 'Comments',
      kind: 'number',
      priority: 3,
      value: (row: { comments?: object }) => sizeOf(row.comments),
    },
    commit,
    { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 3 },
    { key: 'viewedAt', header: 'Viewed', kind: 'time', priority: 4 },
  ],
});
