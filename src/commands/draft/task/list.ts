import { createdAt, id } from '../../../cli/command/columns.js';
import { command } from '../../../cli/command/command.js';
import { type LoggedTask, tasksOf } from '../../../client/jobs/draft-tasks.js';
import { recordOf } from '../../../contract/records.js';
import { drafts } from '../../../contract/resources/draft.js';
import { readTaskType } from '../../../contract/rules/drafts/draft-task.js';
import { taskNames } from '../shared/task-names.js';

export default command({
  summary: 'List the tasks of a draft, oldest first',
  details: 'The service has no list of tasks. archctl reads them from the action log of the landscape.',
  args: { draftId: { name: 'DRAFT', help: 'Draft', completes: 'draft' } },
  options: {},
  scope: ['landscape', 'landscapeVersion'],
  operation: drafts.get,
  examples: {
    'The changes a draft will make': 'archctl draft task list DRAFT',
    'The number of tasks': 'archctl draft task list DRAFT --query "length(@)"',
  },
  related: ['draft task get', 'draft merge'],
  async run(context, { args: { draftId } }) {
    const landscapeId = await context.scope('landscape');
    const versionId = await context.scope('landscapeVersion');
    const client = await context.client();
    // Fails for an unknown draft: the log would return an empty list.
    await client.call(drafts.get, { path: { landscapeId, versionId, draftId } });
    const tasks = await tasksOf(client, landscapeId, draftId);
    const nameOf = await taskNames(context, tasks);
    return {
      kind: 'list',
      items: tasks,
      columns: [
        // A person sees the entity instead, and the id with --ids.
        ...(context.showsNames && !context.showsIds ? [] : [id]),
        {
          key: 'type',
          priority: 1,
          ...(context.showsNames && { value: ({ type }: { type: string }) => changeInWords(type) }),
        },
        {
          key: 'entityId',
          header: 'Entity',
          kind: context.showsNames ? 'text' : 'id',
          priority: 1,
          value: (row) => nameOf(row as LoggedTask),
        },
        { key: 'createdByName', header: 'By', priority: 2 },
        { key: 'createdById', header: 'By id', kind: 'id', nameless: true, priority: 5 },
        createdAt,
      ],
      empty: 'No tasks yet.',
    };
  },
});

/** `update model object` for `draft-model-object-update`. */
function changeInWords(type: string): string {
  const read = readTaskType(type);
  return read ? `${read.verb} ${recordOf(read.kind).noun}` : type;
}
