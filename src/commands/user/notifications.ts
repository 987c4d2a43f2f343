import { operationCommand } from '../../cli/command/operation-command.js';
import { getNotifications } from '../../contract/resources/own-user.js';
import { NOTICES } from './shared/own.js';

export default operationCommand(getNotifications, {
  summary: "Show what the key's user is notified of",
  columns: NOTICES,
  examples: [
    { note: 'What mails there are', line: 'archctl user notifications' },
    { note: 'Whether of comments', line: 'archctl user notifications -o json --query comments' },
  ],
  related: ['user notify', 'user me'],
});
