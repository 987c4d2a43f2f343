import { operationCommand } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { rebaseDraft } from '../../contract/resources/draft.js';
import noun from './noun.js';
import { draftToPlay } from './shared/draft-effects.js';

export default operationCommand(rebaseDraft, {
  summary: 'Update a draft to the current live model',
  details:
    'Records the current values in its tasks, so that a merge no longer reports conflicts and overwrites them. Asks for confirmation; use --yes in scripts.',
  args: { draftId: { name: 'DRAFT', help: 'Draft', completes: 'draft' } },
  columns: noun.columns,
  examples: {
    'Asks for confirmation': 'archctl draft rebase DRAFT',
    'In a script': 'archctl draft rebase DRAFT --yes -o json',
  },
  related: ['draft merge', 'draft task list'],
  confirm: question,
  done: (draft) => `Draft "${draft.name}" is now based on the current live model.`,
});

/** The question lists the changes of a merge after the rebase; scripts skip it. */
async function question(context: Context): Promise<string> {
  const id = String(context.parsed.args.draftId);
  if (!context.asks) return `Let the draft ${id} overwrite the changes made since?`;
  const { draft, landscape, changes } = await draftToPlay(context, id);
  return `Let the draft ${draft} overwrite the changes made since in the landscape ${landscape}: ${changes}?`;
}
