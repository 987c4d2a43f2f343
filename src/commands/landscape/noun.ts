import { createdAt, id, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';
import { listLandscapes } from '../../contract/resources/landscape.js';

export default noun({
  summary: 'Create, search, copy, export and delete landscapes',
  aliases: ['landscapes'],
  section: 'Models',
  rank: 1,
  examples: {
    'Landscapes of the organization': 'archctl landscape list',
    'Choose the landscape that other commands use': 'archctl landscape use LANDSCAPE',
    'A copy for experiments': 'archctl landscape duplicate LANDSCAPE --name "Shop, spike"',
  },
  related: ['version list', 'diagram list', 'model pull', 'search'],
  columns: [
    id,
    name,
    { key: 'scheduledVersions', header: 'Scheduled versions', kind: 'boolean', priority: 4 },
    updatedAt,
    createdAt,
  ],
  completes: [
    {
      kind: 'landscape',
      list: async () => listLandscapes,
    },
  ],
});
