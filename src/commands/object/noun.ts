import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { labelsOf } from './shared/labels.js';

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
