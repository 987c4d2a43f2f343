import { operationCommand } from '../../cli/command/operation-command.js';
import { choices, text } from '../../cli/command/options.js';
import { DRAFT_STATUSES } from '../../contract/enums.js';
import { drafts } from '../../contract/resources/draft.js';
import noun from './noun.js';

export default operationCommand(drafts.list, {
  options: {
    status: choices(DRAFT_STATUSES, 'Only with this status', { query: 'filter.status' }),
    name: text('Only of this name', { query: 'filter.name' }),
  },
  columns: noun.columns,
  empty: 'No drafts.',
  examples: [
    {
      note: 'What is being worked on',
      line: 'archctl draft list --landscape LANDSCAPE_ID --status in-progress',
    },
    {
      note: 'Ids and names, one draft a line',
      line: 'archctl draft list --landscape LANDSCAPE_ID -o csv --fields id,name',
    },
  ],
  related: ['draft comment', 'draft add-task'],
});
