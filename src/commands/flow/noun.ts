import { id, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List, create and change flows',
  aliases: ['flows'],
  section: 'Models',
  rank: 6,
  examples: [
    { note: 'Flows of a landscape', line: 'archctl flow list --landscape LANDSCAPE_ID' },
    {
      note: 'A new flow with steps',
      line: 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID --steps @steps.yaml',
    },
  ],
  related: ['diagram list', 'diagram export'],
  columns: [
    id,
    name,
    { key: 'diagramId', header: 'Diagram', kind: 'id', of: 'diagram', priority: 2 },
    {
      key: 'stepCount',
      header: 'Steps',
      kind: 'number',
      priority: 3,
      value: (row: { steps?: object }) => Object.keys(row.steps ?? {}).length,
    },
    { key: 'pinned', kind: 'boolean', priority: 4 },
    updatedAt,
  ],
  completes: [
    {
      kind: 'flow',
      list: async () => (await import('../../contract/resources/flow.js')).flows.list,
      within: { field: 'diagramId', kind: 'diagram' },
    },
  ],
});
