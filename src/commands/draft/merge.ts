import { operationCommand } from '../../cli/command/operation-command.js';
import { mergeDraft } from '../../contract/resources/draft.js';
import noun from './noun.js';

export default operationCommand(mergeDraft, {
  summary: 'Merge a draft into the live model',
  details:
    'All of its tasks, or none: where the model has changed since, each conflict is named. Asks first; give --yes in scripts.',
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
  related: ['draft list', 'draft add-task', 'logs tree'],
  confirm: ({ parsed }) => `Merge draft ${parsed.args.draftId} into the live model?`,
  done: (draft) => `Draft "${draft.name}" is merged.`,
});
