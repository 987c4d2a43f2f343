import { operationCommand } from '../../cli/command/operation-command.js';
import { rebaseDraft } from '../../contract/resources/draft.js';
import noun from './noun.js';

export default operationCommand(rebaseDraft, {
  summary: 'Bring a draft up to the live model',
  details:
    'Its tasks take what they change as it is now, so that a merge no longer stops where the model has moved on: it overwrites. Asks first; give --yes in scripts.',
  args: { draftId: { name: 'DRAFT_ID', help: 'Draft', completes: 'draft' } },
  columns: noun.columns,
  examples: [
    { note: 'Asks first', line: 'archctl draft rebase DRAFT_ID --landscape LANDSCAPE_ID' },
    { note: 'In a script', line: 'archctl draft rebase DRAFT_ID --landscape LANDSCAPE_ID --yes -o json' },
  ],
  related: ['draft merge', 'draft task list'],
  confirm: ({ parsed }) => `Let the draft ${parsed.args.draftId} overwrite what has changed since?`,
  done: (draft) => `Draft "${draft.name}" stands on the live model as it is now.`,
});
