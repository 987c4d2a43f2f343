import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { diagrams } from '../../contract/resources/diagram.js';

/** Number of objects. `area` and `box` count the same objects again, by shape. */
export const objectTotal = (counts: Record<string, number> | undefined): number | undefined =>
  counts &&
  Object.entries(counts)
    .filter(([name]) => name !== 'area' && name !== 'box')
    .reduce((sum, [, count]) => sum + count, 0);

export default noun({
  summary: 'Draw, read, change and export diagrams',
  aliases: ['diagrams'],
  section: 'Models',
  rank: 3,
  examples: {
    'A new diagram with two objects':
      'archctl diagram create Payments --of Booking --add "Booking API" --add "Payment Provider"',
    'Diagrams of a landscape': 'archctl diagram list',
    'Export a diagram as a picture': 'archctl diagram export "Booking Apps"',
  },
  order: ['create', 'add', 'remove', 'layout', 'open', 'export', 'list', 'get', 'update', 'delete', 'group'],
  related: ['flow list', 'object tree', 'landscape export-pdf'],
  columns: [
    id,
    ...columnsOf(diagrams.shape.fields, [
      {
        key: 'objects',
        after: 'groupId',
        header: 'Objects',
        kind: 'number',
        priority: 3,
        value: (row: { objectCount?: Record<string, number> }) => objectTotal(row.objectCount),
      },
    ]),
    updatedAt,
  ],
  completes: [
    {
      kind: 'diagram',
      list: async () => diagrams.list,
      within: { field: 'groupId', kind: 'diagram-group' },
    },
  ],
});
