import type { JsonObject } from '../../base/json/json-object.js';
import { changeTypeOf, oldName } from '../../model/compare/change-report.js';
import type { Change } from '../../model/compare/diff.js';
import { fieldChanges } from '../field-changes.js';
import { kindWordOf, ModelView } from '../model-view.js';
import { withDescription, z } from '../schema.js';
import { tool } from '../tool.js';

const SIDES = 'live, live@VERSION, draft:NAME, files, or git:REF for the files at a commit';

export default tool({
  name: 'diff',
  title: 'Compare two models',
  description:
    'Lists added, removed, renamed, moved and changed elements with their fields. Reads both sides anew.',
  input: z.object({ before: withDescription(z.string(), SIDES), after: z.string() }),
  async run(workspace, { before, after }) {
    const compared = await workspace.diff(before, after);
    const views = [compared.before, compared.after].map((model) => new ModelView(model, 'files')) as Sides;
    const counts: Record<string, number> = {};
    for (const change of compared.changes) {
      const type = changeTypeOf(change);
      counts[type] = (counts[type] ?? 0) + 1;
    }
    const items = compared.changes.map((change) => changeIn(views, change));
    return { kind: 'list', items, facts: { before, after, counts } };
  },
});

type Sides = [before: ModelView, after: ModelView];

function changeIn([before, after]: Sides, change: Change): JsonObject {
  const { kind, name } = change;
  const was = oldName(change);
  const type = (change.after ?? change.before)?.fields.type;
  return {
    kind: kindWordOf(kind),
    change: changeTypeOf(change),
    name,
    ...(was !== undefined && { was }),
    ...(typeof type === 'string' && { type }),
    ...(change.change === 'changed' && { fields: fieldChanges(kind, change.fields, { before, after }) }),
  };
}
