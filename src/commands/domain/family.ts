import { familyCommands } from '../../cli/command/family/family-command.js';
import { domains } from '../../contract/resources/domain.js';
import { NAMED_FILTERS } from '../shared/model-options.js';
import noun from './noun.js';

export default familyCommands({
  family: domains,
  completes: 'domain',
  columns: noun.columns,
  filters: NAMED_FILTERS,
  summaries: { create: 'Create a domain and its root object' },
  examples: {
    list: {
      'Ids and names, one per line': 'archctl domain list -o csv --fields id,name',
    },
    create: {
      'A new domain with its root object': 'archctl domain create Freight',
      'From a file, with another name': 'archctl domain create --data @domain.yaml --name Harbours',
    },
    update: {
      'Rename it': 'archctl domain update DOMAIN --name "Freight and mail"',
    },
  },
  related: ['object tree'],
});
