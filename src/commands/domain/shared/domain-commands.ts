import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { text } from '../../../cli/command/options.js';
import { domains } from '../../../contract/resources/domain.js';
import { DETAILS, HANDLE, NAMED_FILTERS, placeAmong } from '../../shared/version-options.js';
import noun from '../noun.js';

/** Shared parts of the commands of domains. */
export const DOMAIN_COMMANDS: FamilyCommandSpec = {
  family: domains,
  completes: 'domain',
  columns: noun.columns,
  details: DETAILS,
  filters: NAMED_FILTERS,
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    index: placeAmong('domains'),
  },
  creating: HANDLE,
  summaries: { create: 'Create a domain and its root object' },
  examples: {
    list: [
      {
        note: 'Ids and names, one per line',
        line: 'archctl domain list --landscape LANDSCAPE_ID -o csv --fields id,name',
      },
    ],
    create: [
      {
        note: 'A new domain with its root object',
        line: 'archctl domain create --landscape LANDSCAPE_ID --name Freight',
      },
      {
        note: 'From a file, with another name',
        line: 'archctl domain create --landscape LANDSCAPE_ID --data @domain.yaml --name Harbours',
      },
    ],
    update: [
      {
        note: 'Rename it',
        line: 'archctl domain update DOMAIN_ID --landscape LANDSCAPE_ID --name "Freight and mail"',
      },
    ],
  },
  related: ['object tree'],
};
