import { operationCommand } from '../../../cli/command/operation-command.js';
import { upsertDraftTask } from '../../../contract/resources/draft-task.js';
import { DRAFT_TASK, entityName } from '../shared/draft-task-columns.js';
import { OPEN_DRAFT } from '../shared/open-draft.js';
import { TASK_OPTIONS, taskBody } from '../shared/task-body.js';

export default operationCommand(upsertDraftTask, {
  details:
    'Creates a task with the id you choose, or replaces it in place. Pass props and snapshot with --data, as for "archctl draft add-task".',
  args: {
    draftId: OPEN_DRAFT,
    draftTaskId: { name: 'NEW_ID', help: 'Id of the task, new or existing' },
  },
  options: TASK_OPTIONS,
  columns: DRAFT_TASK,
  extra: entityName,
  finish: taskBody,
  examples: {
    'Plan the removal of a connection, safe to run twice':
      'archctl draft task upsert DRAFT NEW_ID --type draft-model-connection-delete --entity CONNECTION',
    'From a file': 'archctl draft task upsert DRAFT NEW_ID --data @task.yaml',
  },
  related: ['draft task get', 'draft add-task'],
  done: (task) => `Saved task ${task.id}.`,
});
