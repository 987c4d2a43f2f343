import { operationCommand } from '../../cli/command/operation-command.js';
import { getNotifications } from '../../contract/resources/own-user.js';
import { NOTICES } from './shared/own.js';

export default operationCommand(getNotifications, {
  summary: 'Show the notification settings of the current user',
  columns: NOTICES,
  examples: [
    { note: 'All settings', line: 'archctl user notifications' },
    { note: 'The setting for comments', line: 'archctl user notifications -o json --query comments' },
  ],
  related: ['user notify', 'user me'],
});
