import { operationCommand } from '../../cli/command/operation-command.js';
import { getUser } from '../../contract/resources/own-user.js';
import { OWN_COLUMNS } from './shared/own.js';

export default operationCommand(getUser, {
  summary: 'Get the user that the key belongs to',
  columns: OWN_COLUMNS,
  examples: [
    { note: 'The current user', line: 'archctl user me' },
    { note: 'Only the id', line: 'archctl user me -o json --query id' },
  ],
  related: ['auth status', 'user update-me'],
});
