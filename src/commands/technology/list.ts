import { operationCommand } from '../../cli/command/operation-command.js';
import { choices, texts } from '../../cli/command/options.js';
import { PROVIDERS, RESTRICTIONS, TECHNOLOGY_STATUSES, TECHNOLOGY_TYPES } from '../../contract/enums.js';
import { listTechnologies } from '../../contract/resources/technology.js';
import noun from './noun.js';

export default operationCommand(listTechnologies, {
  options: {
    provider: choices(PROVIDERS, 'Only of this provider', { query: 'filter.provider' }),
    type: choices(TECHNOLOGY_TYPES, 'Only of this type', { query: 'filter.type' }),
    status: choices(TECHNOLOGY_STATUSES, 'Only with this review status', { query: 'filter.status' }),
    restriction: choices(RESTRICTIONS, 'Only what may be put on this kind of object', {
      query: 'filter.restrictions',
    }),
    name: texts('Only of this name', { query: 'filter.name' }),
  },
  columns: noun.columns,
  empty: 'No technology matches.',
  examples: [
    {
      note: 'Message brokers of one provider',
      line: 'archctl technology list --provider aws --type message-broker',
    },
    {
      note: 'Id and name of all databases',
      line: 'archctl technology list --type data-storage -o csv --fields id,name',
    },
  ],
  related: ['connection create', 'object create'],
});
