import { createdAt, id, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Create, search, copy, export and delete landscapes',
  aliases: ['landscapes'],
  section: 'Models',
  rank: 1,
  examples: [
    { note: 'Landscapes of the organization', line: 'archctl landscape list' },
    { note: 'One landscape', line: 'archctl landscape get LANDSCAPE_ID' },
    {
      note: 'A copy to try things on',
      line: 'archctl landscape duplicate LANDSCAPE_ID --name "Shop, spike"',
    },
  ],
  related: ['landscape use', 'version list', 'diagram list'],
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
      list: async () => (await import('../../contract/resources/landscape.js')).listLandscapes,
    },
  ],
});
