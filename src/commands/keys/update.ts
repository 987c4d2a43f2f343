import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, text } from '../../cli/command/options.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { updateApiKey } from '../../contract/resources/api-key.js';
import noun from './noun.js';

export default operationCommand(updateApiKey, {
  args: { apiKeyId: { name: 'KEY_ID', help: 'API key', completes: 'key' } },
  options: {
    name: text('New name', { body: 'name' }),
    permission: choice(PERMISSIONS, 'New permission', { body: 'permission' }),
  },
  columns: noun.columns,
  examples: {
    'Reduce a key to read permission': 'archctl keys update KEY_ID --permission read',
    'Rename it': 'archctl keys update KEY_ID --name "CI, nightly"',
  },
  related: ['keys create', 'auth login'],
  done: (key) => `Key "${key.name}" is now ${key.permission}.`,
});
