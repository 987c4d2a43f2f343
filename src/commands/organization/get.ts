import { operationCommand } from '../../cli/command/operation-command.js';
import { getOrganization } from '../../contract/resources/organization.js';
import { DETAILS, ORGANIZATION } from './noun.js';

export default operationCommand(getOrganization, {
  summary: 'Show an organization: plan, seats, members and settings',
  details: 'Without an id, the one of --org, the environment or the profile.',
  args: ORGANIZATION,
  columns: DETAILS,
  examples: [
    { note: "The profile's organization", line: 'archctl organization get' },
    {
      note: 'How many seats it pays for',
      line: 'archctl organization get ORGANIZATION_ID -o json --query seats',
    },
  ],
  related: ['organization list', 'user list', 'organization update'],
});
