import { operationCommand } from '../../cli/command/operation-command.js';
import { choice } from '../../cli/command/options.js';
import { DESCRIPTION_TYPES } from '../../contract/enums.js';
import { describeConnection } from '../../contract/resources/model-export.js';

export default operationCommand(describeConnection, {
  summary: 'Generate a description of a connection',
  details:
    'The service generates the text and does not store it. Review it, then save it with "connection update --description".',
  args: { modelConnectionId: { name: 'CONNECTION', help: 'Model connection', completes: 'connection' } },
  options: {
    type: choice(DESCRIPTION_TYPES, 'Length of the text', { required: true, body: 'type' }),
  },
  columns: [
    { key: 'description', priority: 1 },
    { key: 'message', priority: 3 },
  ],
  examples: {
    'One line': 'archctl connection describe CONNECTION --type caption',
    'Only the text': 'archctl connection describe CONNECTION --type detailed -o json --query description',
  },
  related: ['connection get', 'connection update'],
});
