import { command } from '../../cli/command/command.js';
import { drafts } from '../../contract/resources/draft.js';
import { LATEST } from '../../contract/scopes.js';
import { reportedChanges } from '../../model/compare/change-report.js';
import type { Column } from '../../terminal/types.js';
import { inNumbers } from '../model/shared/report/diff-text.js';
import { isForPeople } from '../shared/dependencies/answer.js';
import { differenceExit, EXIT_CODE_DETAILS, EXIT_CODE_OPTION } from '../shared/exit-code.js';
import { draftChanges } from './shared/draft-changes.js';
import { drawDraft, withoutOwnLabels } from './shared/draft-text.js';
import { OPEN_DRAFT } from './shared/open-draft.js';

export default command({
  summary: 'Show the changes that merging a draft would make',
  details: `Lists added (+), removed (-) and changed (~) elements by name, field by field. Comments are not listed, nor are labels that archctl sets. Machine formats list the changes like "archctl model diff live draft:NAME".\n\n${EXIT_CODE_DETAILS}`,
  args: { draftId: OPEN_DRAFT },
  options: EXIT_CODE_OPTION,
  scope: ['landscape'],
  operation: drafts.get,
  examples: {
    'Before you merge it': 'archctl draft diff DRAFT',
    'As data': 'archctl draft diff DRAFT -o json',
  },
  related: ['draft merge', 'draft task list', 'model diff'],
  async run(context, { args: { draftId }, options }) {
    // Fails for an unknown draft before the landscape is read.
    const client = await context.client();
    const landscapeId = await context.scope('landscape');
    await client.call(drafts.get, { path: { landscapeId, versionId: LATEST, draftId } });
    const found = await draftChanges(context, draftId);
    const changes = withoutOwnLabels(found.changes);
    const exit = differenceExit(changes.length > 0, options);
    const items = reportedChanges(changes);
    if (!isForPeople(context) || items.length === 0)
      return { kind: 'list', items, columns: COLUMNS, empty: 'The draft changes nothing.', ...exit };
    const draw = (line: Parameters<typeof drawDraft>[1]): string =>
      `${drawDraft({ ...found, changes }, line)}\n\n${inNumbers(changes)}.`;
    return { kind: 'drawing', data: items, draw, ...exit };
  },
});

const COLUMNS: readonly Column[] = [
  { key: 'kind', priority: 1 },
  { key: 'change', kind: 'status', priority: 1 },
  { key: 'name', priority: 1 },
  {
    key: 'fields',
    kind: 'list',
    priority: 2,
    value: ({ fields }: { fields: readonly { field: string }[] }) => fields.map(({ field }) => field),
  },
  { key: 'was', header: 'Was', priority: 4 },
  { key: 'id', kind: 'id', priority: 5 },
];
