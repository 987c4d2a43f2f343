import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { syncObjectLinks } from '../../contract/resources/model-export.js';

const COLUMNS = [
  { key: 'id', header: 'ID', kind: 'id', priority: 4 },
  { key: 'name', priority: 2 },
  { key: 'url', header: 'URL', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
  { key: 'errorMessage', header: 'Problem', priority: 3 },
] as const;

export default command({
  summary: 'Check the links of a model object',
  details: 'The service checks the target of each link and stores whether it is valid.',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  scope: ['landscape', 'landscapeVersion'],
  operation: syncObjectLinks,
  examples: {
    'Check its links': 'archctl object sync-links OBJECT',
    'Only invalid links': `archctl object sync-links OBJECT -o json --query "[?status=='invalid'].url"`,
  },
  related: ['object get', 'object update'],
  async run(context) {
    const client = await context.client();
    const path = await pathOf(context, syncObjectLinks);
    const { links } = await client.perform(syncObjectLinks, { path });
    const items = Object.values(links as Record<string, { status?: string }>);
    const valid = items.filter(({ status }) => status === 'valid').length;
    context.terminal.success(`${pluralize(items.length, 'link')} checked, ${valid} valid.`);
    return { kind: 'list', items, columns: COLUMNS, empty: 'The object has no links.' };
  },
});
