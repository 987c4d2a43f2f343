import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, identifier, number } from '../../cli/command/options.js';
import { createDraftTask, DRAFT_TASK_TYPES } from '../../contract/resources/draft-task.js';
import { DRAFT_TASK, entityName } from './shared/draft-task-columns.js';
import { taskBody } from './shared/task-body.js';

export default operationCommand(createDraftTask, {
  summary: 'Add a task of any of the 28 types to a draft',
  details:
    'Create tasks take the create body as props. Update tasks take props and snapshot (the values before). Delete tasks take neither. --data accepts these fields with or without an outer "task", and names instead of ids. archctl validates the task before it sends it.',
  args: { draftId: { name: 'DRAFT', help: 'Draft', completes: 'draft' } },
  options: {
    type: choice(DRAFT_TASK_TYPES, 'Type of the task', { body: 'task.type' }),
    entity: identifier('Record that the task changes, or the id of a new one (default: a new id)', {
      value: 'NAME',
      body: 'task.entityId',
    }),
    commit: number('Expected commit of the draft', { integer: true, body: 'commit' }),
  },
  columns: DRAFT_TASK,
  extra: entityName,
  finish: taskBody,
  examples: {
    'Plan a change of an object': `archctl draft add-task DRAFT --type draft-model-object-update --entity OBJECT --data '{"props":{"status":"deprecated"},"snapshot":{"status":"live"}}'`,
    'Plan the removal of a connection':
      'archctl draft add-task DRAFT --type draft-model-connection-delete --entity CONNECTION',
    'A task from a file': 'archctl draft add-task DRAFT --data @task.yaml',
  },
  related: ['draft list', 'draft comment'],
});
