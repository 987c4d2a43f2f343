import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, identifier, number } from '../../cli/command/options.js';
import { createDraftTask, DRAFT_TASK_TYPES } from '../../contract/resources/draft-task.js';
import { DRAFT_TASK } from './shared/draft-task-columns.js';

export default operationCommand(createDraftTask, {
  summary: 'Add a task of any of the 28 kinds to a draft',
  details:
    'Creates take the create body of their record as props; updates take props and snapshot (the values before); deletes take neither. The task is checked against its kind before it is sent.',
  args: { draftId: { name: 'DRAFT_ID', help: 'Draft', completes: 'draft' } },
  options: {
    type: choice(DRAFT_TASK_TYPES, 'Kind of task', { body: 'task.type' }),
    entity: identifier('Id of what the task changes', {
      body: 'task.entityId',
      completes: 'object',
      orAsTyped: true,
    }),
    commit: number('Commit the draft is expected at', { integer: true, body: 'commit' }),
  },
  columns: DRAFT_TASK,
  examples: [
    {
      note: 'Plan to remove a connection',
      line: 'archctl draft add-task DRAFT_ID --landscape LANDSCAPE_ID --type draft-model-connection-delete --entity CONNECTION_ID',
    },
    {
      note: 'A task from a file',
      line: 'archctl draft add-task DRAFT_ID --landscape LANDSCAPE_ID --data @task.yaml',
    },
  ],
  related: ['draft list', 'draft comment'],
  done: ({ id }, { showsIds }) => `Task added${showsIds ? ` (${id})` : ''}.`,
});
