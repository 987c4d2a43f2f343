import { operationCommand } from '../../cli/command/operation-command.js';
import { flag } from '../../cli/command/options.js';
import type { AnyCommand } from '../../cli/command/spec.js';
import { listOrganizationTechnologies, listTechnologies } from '../../contract/resources/technology.js';
import noun from './noun.js';
import { TECHNOLOGY_FILTERS } from './shared/technology-options.js';

const shared = { columns: noun.columns, examples: {}, empty: 'No technology matches.' };

const own = operationCommand(listOrganizationTechnologies, { ...shared, options: TECHNOLOGY_FILTERS });

const all = operationCommand(listTechnologies, {
  ...shared,
  details: 'Lists the general catalog and the technologies of the organization; --own lists only the latter.',
  options: {
    ...TECHNOLOGY_FILTERS,
    admin: flag('All technologies of the service, for its staff', { query: 'admin' }),
  },
  examples: {
    'Message brokers of one provider': 'archctl technology list --provider aws --type message-broker',
    'Ids and names of all databases': 'archctl technology list --type data-storage -o csv --fields id,name',
    'Technologies that wait for a review':
      'archctl technology list --own --org ORGANIZATION --status pending-review',
  },
  related: ['technology select', 'connection create', 'object create'],
});

const command: AnyCommand = {
  ...all,
  options: { ...all.options, own: flag('Only technologies of the organization') },
  scope: ['org'],
  alsoPerforms: [listOrganizationTechnologies],
  async run(context, input) {
    return (input.options.own ? own : all).run(context, input);
  },
};

export default command;
