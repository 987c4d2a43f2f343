import { id, labels, name, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List and change domains, the top level of a model',
  aliases: ['domains'],
  section: 'Models',
  rank: 3.5,
  examples: [
    { note: 'All diagram groups', line: 'archctl domain list --landscape LANDSCAPE_ID' },
    { note: 'A new domain', line: 'archctl domain create --landscape LANDSCAPE_ID --name Freight' },
  ],
  related: ['object tree', 'object list'],
  columns: [id, name, { key: 'index', kind: 'number', priority: 3 }, labels, updatedAt],
  completes: [
    { kind: 'domain', list: async () => (await import('../../contract/resources/domain.js')).domains.list },
  ],
});
