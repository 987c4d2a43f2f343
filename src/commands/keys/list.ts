import { operationCommand } from '../../cli/command/operation-command.js';
import { listApiKeys } from '../../contract/resources/api-key.js';
import noun from './noun.js';

export default operationCommand(listApiKeys, {
  columns: noun.columns,
  empty: 'The organization has no API keys.',
  examples: {
    'Keys and their permissions': 'archctl keys list',
    'Keys that can make changes': `archctl keys list -o json --query "[?permission!='read']"`,
  },
  related: ['keys create', 'keys delete'],
});
