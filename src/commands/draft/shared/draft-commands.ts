import { isObject } from '../../../base/is-object.js';
import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { choice, choices, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { DRAFT_STATUSES } from '../../../contract/enums.js';
import { drafts } from '../../../contract/resources/draft.js';
import { DETAILS, HANDLE } from '../../shared/version-options.js';
import noun from '../noun.js';

/** Adds the current time to a summary that was passed as an option. */
function withSummary(body: Record<string, unknown>, { world }: Context): Record<string, unknown> {
  if (!isObject(body.changeSummary)) return body;
  const now = world.now().toISOString();
  return { ...body, changeSummary: { createdAt: now, updatedAt: now, ...body.changeSummary } };
}

/** Shared parts of the commands of drafts. */
export const DRAFT_COMMANDS: FamilyCommandSpec = {
  family: drafts,
  completes: 'draft',
  columns: noun.columns,
  details: [
    { key: 'changeSummary.summary', header: 'Summary', priority: 3 },
    { key: 'summaryDirtiedAt', header: 'Outdated since', kind: 'time', priority: 5 },
    { key: 'diagramIds', header: 'On diagrams', kind: 'list', of: 'diagram', priority: 5 },
    { key: 'mergedById', header: 'Merged by', kind: 'id', of: 'user', orOf: 'key', priority: 5 },
    { key: 'viewedAt', header: 'Viewed', kind: 'time', priority: 5 },
    ...DETAILS.filter(({ key }) => key !== 'commit'),
  ],
  filters: {
    status: choices(DRAFT_STATUSES, 'Filter by status', { query: 'filter.status' }),
  },
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    status: choice(DRAFT_STATUSES, 'Status; only a merge sets it to merged', {
      required: true,
      body: 'status',
    }),
    summary: text('Short summary of the changes', { body: 'changeSummary.summary' }),
    summaryDirtiedAt: text('Time since which the summary is outdated (ISO 8601)', {
      value: 'TIME',
      body: 'summaryDirtiedAt',
    }),
  },
  creating: HANDLE,
  updating: HANDLE,
  finish: withSummary,
  takesAlong: ' with all of its tasks',
  deleted: [{ key: 'id', header: 'ID', kind: 'id' }],
  examples: {
    list: [
      {
        note: 'Drafts in progress',
        line: 'archctl draft list --landscape LANDSCAPE_ID --status in-progress',
      },
    ],
    create: [
      {
        note: 'A new draft',
        line: 'archctl draft create --landscape LANDSCAPE_ID --name "Split the monolith" --status in-progress',
      },
      {
        note: 'Set a summary',
        line: 'archctl draft create --landscape LANDSCAPE_ID --name Split --status in-progress --summary "Orders on their own"',
      },
    ],
    update: [
      {
        note: 'Archive it',
        line: 'archctl draft update DRAFT_ID --landscape LANDSCAPE_ID --status archived',
      },
    ],
  },
  related: ['draft add-task', 'draft merge'],
};
