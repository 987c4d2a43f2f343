import { operationCommand } from '../../cli/command/operation-command.js';
import { listOrganizations } from '../../contract/resources/organization.js';
import noun from './noun.js';

export default operationCommand(listOrganizations, {
  columns: noun.columns,
  empty: 'The key has access to no organization.',
  examples: {
    'Organizations that the key can access': 'archctl organization list',
    'Id, name and plan, for a script': 'archctl organization list -o csv --fields id,name,plan',
  },
  related: ['profile set', 'landscape list'],
});
