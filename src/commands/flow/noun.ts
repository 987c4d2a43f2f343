import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { flows } from '../../contract/resources/flow.js';

export default noun({
  summary: 'List, create and change flows',
  aliases: ['flows'],
  section: 'Models',
  rank: 6,
  examples: {
    'Flows of a landscape': 'archctl flow list',
    'A new flow with steps': 'archctl flow create Checkout --on DIAGRAM --steps-from steps.txt',
  },
  related: ['diagram list', 'diagram export'],
  columns: [
    id,
    ...columnsOf(flows.shape.fields, [
      {
        key: 'stepCount',
        after: 'diagramId',
        header: 'Steps',
        kind: 'number',
        priority: 3,
        value: (row: { steps?: object }) => Object.keys(row.steps ?? {}).length,
      },
    ]),
    updatedAt,
  ],
  completes: [
    {
      kind: 'flow',
      list: async () => flows.list,
      within: { field: 'diagramId', kind: 'diagram' },
    },
  ],
});
