import { operationCommand } from '../../cli/command/operation-command.js';
import { counted } from '../../base/words.js';
import { syncObjectLinks } from '../../contract/resources/model-export.js';

const isValid = (link: unknown): boolean =>
  typeof link === 'object' && link !== null && Reflect.get(link, 'status') === 'valid';

export default operationCommand(syncObjectLinks, {
  summary: 'Have the links of a model object checked',
  details: 'The service looks at what each link leads to, and keeps whether it is valid.',
  args: { modelObjectId: { name: 'OBJECT_ID', help: 'Model object', completes: 'object' } },
  columns: [],
  examples: [
    { note: 'Check them', line: 'archctl object sync-links OBJECT_ID --landscape LANDSCAPE_ID' },
    {
      note: 'Only those that lead nowhere',
      line: `archctl object sync-links OBJECT_ID --landscape LANDSCAPE_ID -o json --query "values(@)[?status=='invalid'].url"`,
    },
  ],
  related: ['object get', 'object update'],
  done: (links) => {
    const all = Object.values(links);
    return `${counted(all.length, 'link')} checked, ${all.filter(isValid).length} valid.`;
  },
});
