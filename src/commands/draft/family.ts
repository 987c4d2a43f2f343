import { isObject } from '../../base/is-object.js';
import { handle, version } from '../../cli/command/columns.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import { choices } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { DRAFT_STATUSES } from '../../contract/enums.js';
import { drafts } from '../../contract/resources/draft.js';
import noun from './noun.js';

/** Adds the current time to a summary that was passed as an option. */
function withSummary(body: Record<string, unknown>, { world }: Context): Record<string, unknown> {
  if (!isObject(body.changeSummary)) return body;
  const now = world.now().toISOString();
  return { ...body, changeSummary: { createdAt: now, updatedAt: now, ...body.changeSummary } };
}

export default familyCommands({
  family: drafts,
  completes: 'draft',
  columns: noun.columns,
  details: [handle, version],
  filters: {
    status: choices(DRAFT_STATUSES, 'Filter by status', { query: 'filter.status' }),
  },
  finish: withSummary,
  otherLosses: ' with all of its tasks',
  deleted: [{ key: 'id', header: 'ID', kind: 'id' }],
  examples: {
    list: {
      'Drafts in progress': 'archctl draft list --status in-progress',
    },
    create: {
      'A new draft': 'archctl draft create "Split the monolith"',
      'Set a summary': 'archctl draft create Split --summary "Orders on their own"',
    },
    update: {
      'Archive it': 'archctl draft update DRAFT --status archived',
    },
  },
  related: ['draft add-task', 'draft merge'],
});
