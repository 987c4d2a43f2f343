import { operationCommand } from '../../cli/command/operation-command.js';
import { getOrganization } from '../../contract/resources/organization.js';
import { DETAILS, ORGANIZATION } from './noun.js';

export default operationCommand(getOrganization, {
  summary: 'Show an organization: plan, seats, members and settings',
  details: 'Default: the organization from --org, the environment or the profile.',
  args: ORGANIZATION,
  columns: DETAILS,
  examples: {
    'The organization of the profile': 'archctl organization get',
    'The number of paid seats': 'archctl organization get ORGANIZATION_ID -o json --query seats',
  },
  related: ['organization list', 'user list', 'organization update'],
});
