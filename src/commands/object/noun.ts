import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { type Item, noun } from '../../cli/command/noun.js';
import { modelObjects } from '../../contract/resources/model-object.js';

const list = async () => modelObjects.list;

export default noun({
  summary: 'List, draw and change model objects',
  aliases: ['objects'],
  section: 'Models',
  rank: 4,
  examples: {
    'The objects of the landscape': 'archctl object tree',
    'Only apps': 'archctl object list --type app',
  },
  related: ['connection', 'diagram list', 'technology list'],
  columns: [id, ...columnsOf(modelObjects.shape.fields), { ...updatedAt, priority: 4 }],
  completes: [
    { kind: 'object', list, within: { field: 'parentId' } },
    { kind: 'label', list, items: labelsOf },
  ],
});

/** Labels of the objects of a landscape: each `KEY=VALUE` once. */
function labelsOf(objects: readonly Record<string, unknown>[]): Item[] {
  const pairs = objects.flatMap(({ labels }) => Object.entries((labels ?? {}) as Record<string, unknown>));
  const texts = pairs.flatMap(([key, value]) => (typeof value === 'string' ? [`${key}=${value}`] : []));
  return [...new Set(texts)].sort().map((id) => ({ id }));
}
