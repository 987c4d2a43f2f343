import { operationCommand } from '../../cli/command/operation-command.js';
import { getActionLog } from '../../contract/resources/action-log.js';
import noun from './noun.js';

export default operationCommand(getActionLog, {
  args: { actionLogId: { name: 'ACTION_LOG_ID', help: 'Action log' } },
  columns: [
    ...noun.columns,
    { key: 'parentId', header: 'Caused by', kind: 'id', priority: 3 },
    { key: 'action.props', header: 'Props', priority: 5 },
  ],
  examples: [
    { note: 'One entry, whole', line: 'archctl logs get ACTION_LOG_ID --landscape LANDSCAPE_ID -o yaml' },
    {
      note: 'Who did it',
      line: 'archctl logs get ACTION_LOG_ID --landscape LANDSCAPE_ID --query performedByName',
    },
  ],
  related: ['logs children', 'logs tree'],
});
