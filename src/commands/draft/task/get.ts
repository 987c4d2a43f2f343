import { operationCommand } from '../../../cli/command/operation-command.js';
import { getDraftTask } from '../../../contract/resources/draft-task.js';
import { mapColumn } from '../../shared/map-column.js';
import { DRAFT_TASK, entityName } from '../shared/draft-task-columns.js';

export default operationCommand(getDraftTask, {
  args: {
    draftId: { name: 'DRAFT', help: 'Draft', completes: 'draft' },
    draftTaskId: { name: 'DRAFT_TASK_ID', help: 'Task' },
  },
  columns: [...DRAFT_TASK, mapColumn('task.props', 'Props', 5)],
  extra: entityName,
  examples: {
    'One task': 'archctl draft task get DRAFT DRAFT_TASK_ID',
    'The change and the previous values': 'archctl draft task get DRAFT DRAFT_TASK_ID -o yaml --query task',
  },
  related: ['draft task list', 'draft task upsert'],
});
