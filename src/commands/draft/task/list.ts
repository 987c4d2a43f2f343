import { createdAt, id } from '../../../cli/command/columns.js';
import { command } from '../../../cli/command/command.js';
import { tasksOf } from '../../../client/jobs/draft-tasks.js';
import { drafts } from '../../../contract/resources/draft.js';

export default command({
  summary: 'List the tasks of a draft, oldest first',
  details:
    'The service has no list of tasks; this reads the log of the landscape, which tells of each task that was added.',
  args: { draftId: { name: 'DRAFT_ID', help: 'Draft', completes: 'draft' } },
  options: {},
  scope: ['landscape', 'landscapeVersion'],
  operation: drafts.get,
  examples: [
    { note: 'What a draft will change', line: 'archctl draft task list DRAFT_ID --landscape LANDSCAPE_ID' },
    {
      note: 'How many there are',
      line: 'archctl draft task list DRAFT_ID --landscape LANDSCAPE_ID --query "length(@)"',
    },
  ],
  related: ['draft task get', 'draft merge'],
  async run(context, { args: { draftId } }) {
    const landscapeId = await context.scope('landscape');
    const versionId = await context.scope('landscapeVersion');
    const client = await context.client();
    // A draft that is not there has no tasks either, and the log would not say so.
    await client.call(drafts.get, { path: { landscapeId, versionId, draftId } });
    return {
      kind: 'list',
      items: await tasksOf(client, landscapeId, draftId),
      columns: [
        id,
        { key: 'type', priority: 1 },
        { key: 'entityId', header: 'Entity', kind: 'id', priority: 1 },
        { key: 'createdByName', header: 'By', priority: 2 },
        { key: 'createdById', header: 'By id', kind: 'id', of: 'user', priority: 5 },
        createdAt,
      ],
      empty: 'No tasks yet.',
    };
  },
});
