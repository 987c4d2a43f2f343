import { operationCommand } from '../../cli/command/operation-command.js';
import { listApiKeys } from '../../contract/resources/api-key.js';
import noun from './noun.js';

export default operationCommand(listApiKeys, {
  columns: noun.columns,
  empty: 'The organization has no API keys.',
  examples: [
    { note: 'Keys and their permissions', line: 'archctl keys list' },
    {
      note: 'Keys that can make changes',
      line: `archctl keys list -o json --query "[?permission!='read']"`,
    },
  ],
  related: ['keys create', 'keys delete'],
});
