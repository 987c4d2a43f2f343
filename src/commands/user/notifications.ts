import { operationCommand } from '../../cli/command/operation-command.js';
import { getNotifications } from '../../contract/resources/own-user.js';
import { NOTICES } from './shared/own.js';

export default operationCommand(getNotifications, {
  summary: 'Show the notification settings of the current user',
  columns: NOTICES,
  examples: {
    'All settings': 'archctl user notifications',
    'The setting for comments': 'archctl user notifications -o json --query comments',
  },
  related: ['user notify', 'user me'],
});
