import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { updateTechnology } from '../../contract/resources/technology.js';
import noun from './noun.js';
import { FIELDS, TECHNOLOGY_ID } from './shared/technology-options.js';

export default operationCommand(updateTechnology, {
  args: { catalogTechnologyId: TECHNOLOGY_ID },
  options: FIELDS,
  columns: noun.columns,
  examples: {
    'Approve it': 'archctl technology update OWN_TECHNOLOGY_ID --org ORGANIZATION_ID --status approved',
    'Reject it':
      'archctl technology update OWN_TECHNOLOGY_ID --org ORGANIZATION_ID --status rejected --rejection-reason duplicate',
  },
  related: ['technology list', 'technology create'],
  done: (made, context) =>
    `Updated technology ${displayName(context, made)}; its review status is ${made.status}.`,
});
