import { called } from '../../cli/command/called.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { flag, identifier, text } from '../../cli/command/options.js';
import { createLandscape } from '../../contract/resources/landscape.js';
import noun from './noun.js';

export default operationCommand(createLandscape, {
  details: 'Without --template it has one domain with its root, and nothing in it.',
  options: {
    name: text('Name', { required: true, body: 'name' }),
    template: identifier('Template to begin with', { body: 'templateId', completes: 'template' }),
    scheduledVersions: flag('Make versions on a schedule', { body: 'scheduledVersions' }),
  },
  columns: noun.columns,
  examples: [
    { note: 'An empty one', line: 'archctl landscape create --name "Shop"' },
    {
      note: 'One that begins with what a template has',
      line: 'archctl landscape create --name "Shop" --template TEMPLATE_ID',
    },
    { note: 'Only the new id', line: 'archctl landscape create --name "Shop" -o json --query id' },
  ],
  related: ['template list', 'landscape get', 'landscape duplicate'],
  done: (landscape, context) => `Landscape ${called(context, landscape)} created.`,
});
