import { id, labels, name, status, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';
import { labelsOf } from './shared/labels.js';

const list = async () => (await import('../../contract/resources/model-object.js')).modelObjects.list;

export default noun({
  summary: 'List, draw and change model objects',
  aliases: ['objects'],
  section: 'Models',
  rank: 4,
  examples: [
    { note: 'The objects of the landscape', line: 'archctl object tree --landscape LANDSCAPE_ID' },
    { note: 'Only apps', line: 'archctl object list --landscape LANDSCAPE_ID --type app' },
  ],
  related: ['connection', 'diagram list', 'technology list'],
  columns: [
    id,
    name,
    { key: 'type', priority: 2 },
    status,
    { key: 'parentId', header: 'Parent', kind: 'id', of: 'object', priority: 3 },
    { key: 'caption', priority: 4 },
    { key: 'external', kind: 'boolean', priority: 5 },
    { key: 'technologyIds', header: 'Technologies', kind: 'list', of: 'technology', priority: 5 },
    { key: 'tagIds', header: 'Tags', kind: 'list', of: 'tag', priority: 5 },
    labels,
    { ...updatedAt, priority: 4 },
  ],
  completes: [
    { kind: 'object', list, within: { field: 'parentId' } },
    { kind: 'label', list, items: labelsOf },
  ],
});
