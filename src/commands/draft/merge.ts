import { counted } from '../../base/words.js';
import { operationCommand, pathOf } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import { drafts, mergeDraft } from '../../contract/resources/draft.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import noun from './noun.js';

export default operationCommand(mergeDraft, {
  summary: 'Merge a draft into the live model',
  details:
    'All of its tasks, or none: where the model has changed since, each conflict is named, and "archctl draft rebase" takes the model as it is now. Asks first; give --yes in scripts.',
  args: { draftId: { name: 'DRAFT_ID', help: 'Draft', completes: 'draft' } },
  columns: noun.columns,
  examples: [
    { note: 'Asks first', line: 'archctl draft merge DRAFT_ID --landscape LANDSCAPE_ID' },
    {
      note: 'See the request without sending it',
      line: 'archctl draft merge DRAFT_ID --landscape LANDSCAPE_ID --dry-run',
    },
    { note: 'In a script', line: 'archctl draft merge DRAFT_ID --landscape LANDSCAPE_ID --yes -o json' },
  ],
  related: ['draft task list', 'draft rebase', 'logs tree'],
  confirm: question,
  done: (draft) => `Draft "${draft.name}" is merged.`,
});

/** Who is asked hears what it is and where it goes, which takes a few reads; a script knows what it asked for. */
async function question(context: Context): Promise<string> {
  const id = String(context.parsed.args.draftId);
  if (!context.asks) return `Merge draft ${id} into the live model?`;
  const path = await pathOf(context, mergeDraft);
  const { landscapeId = '', versionId = '' } = path;
  const client = await context.client();
  const { draft } = await client.call(drafts.get, { path: { landscapeId, versionId, draftId: id } });
  const [tasks, { landscape }] = await Promise.all([
    tasksOf(client, landscapeId, id),
    client.call(getLandscape, { path: { landscapeId } }),
  ]);
  const what = `the draft "${oneLine(draft.name)}" (${counted(tasks.length, 'task')})`;
  return `Merge ${what} into the live model of "${oneLine(landscape.name)}"?`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
