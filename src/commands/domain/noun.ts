import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { domains } from '../../contract/resources/domain.js';

export default noun({
  summary: 'List and change domains, the top level of a model',
  aliases: ['domains'],
  section: 'Models',
  rank: 3.5,
  examples: {
    'All domains': 'archctl domain list',
    'A new domain': 'archctl domain create Freight',
  },
  related: ['object tree', 'object list'],
  columns: [id, ...columnsOf(domains.shape.fields), updatedAt],
  completes: [{ kind: 'domain', list: async () => domains.list }],
});
