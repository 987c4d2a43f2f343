import { createdAt, id } from '../../../cli/command/columns.js';
import { command } from '../../../cli/command/command.js';
import type { Context } from '../../../cli/command/spec.js';
import { type LoggedTask, tasksOf } from '../../../client/jobs/draft-tasks.js';
import { dashed } from '../../../contract/doc.js';
import { drafts } from '../../../contract/resources/draft.js';
import { readTaskType } from '../../../contract/rules/drafts/draft-task.js';

export default command({
  summary: 'List the tasks of a draft, oldest first',
  details: 'The service has no list of tasks. archctl reads them from the action log of the landscape.',
  args: { draftId: { name: 'DRAFT_ID', help: 'Draft', completes: 'draft' } },
  options: {},
  scope: ['landscape', 'landscapeVersion'],
  operation: drafts.get,
  examples: {
    'The changes a draft will make': 'archctl draft task list DRAFT_ID --landscape LANDSCAPE_ID',
    'The number of tasks': 'archctl draft task list DRAFT_ID --landscape LANDSCAPE_ID --query "length(@)"',
  },
  related: ['draft task get', 'draft merge'],
  async run(context, { args: { draftId } }) {
    const landscapeId = await context.scope('landscape');
    const versionId = await context.scope('landscapeVersion');
    const client = await context.client();
    // Fails for an unknown draft: the log would return an empty list.
    await client.call(drafts.get, { path: { landscapeId, versionId, draftId } });
    const tasks = await tasksOf(client, landscapeId, draftId);
    const nameOf = await namesOf(context, tasks);
    return {
      kind: 'list',
      items: tasks,
      columns: [
        id,
        { key: 'type', priority: 1 },
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

/** Kind whose names are shown. Drawn elements show the name of their diagram. */
function completedKind({ type = '' }: LoggedTask): string {
  const kind = readTaskType(type)?.kind ?? '';
  return kind === 'diagramContent' ? 'diagram' : dashed(kind).replace(/^model-/, '');
}

/**
 * Names of the records that tasks change. Uses the current name, or the name in the task if the record does not exist
 * yet or any more, or else the id. Machine formats show the id.
 */
async function namesOf(
  context: Context,
  tasks: readonly LoggedTask[],
): Promise<(task: LoggedTask) => unknown> {
  if (!context.showsNames) return ({ entityId }) => entityId;
  const names = await context.names();
  const asked = [...new Set(tasks.map(completedKind))].map(async (kind) => {
    // Replies have no names; kinds that cannot be listed show ids.
    const known = await names.of(kind).catch(() => undefined);
    return [kind, known] as const;
  });
  const byKind = new Map(await Promise.all(asked));
  return (task) => {
    const { entityId = '', name } = task;
    const known = byKind.get(completedKind(task))?.nameOf(entityId) ?? name;
    if (known === undefined) return entityId;
    return context.showsIds ? `${known} (${entityId})` : known;
  };
}
