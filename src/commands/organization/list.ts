import { operationCommand } from '../../cli/command/operation-command.js';
import { listOrganizations } from '../../contract/resources/organization.js';
import noun from './noun.js';

export default operationCommand(listOrganizations, {
  columns: noun.columns,
  empty: 'The key sees no organization.',
  examples: [
    { note: 'Which organizations the key can see', line: 'archctl organization list' },
    {
      note: 'Id, name and plan, for a script',
      line: 'archctl organization list -o csv --fields id,name,plan',
    },
  ],
  related: ['profile set', 'landscape list'],
});
