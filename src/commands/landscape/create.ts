import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { flag, identifier, text } from '../../cli/command/options.js';
import { createLandscape } from '../../contract/resources/landscape.js';
import noun from './noun.js';

export default operationCommand(createLandscape, {
  details: 'Without --template, the landscape contains one domain with its root object.',
  options: {
    name: text('Name', { required: true, body: 'name' }),
    template: identifier('Template to copy', { body: 'templateId', completes: 'template' }),
    scheduledVersions: flag('Create versions on a schedule', { body: 'scheduledVersions' }),
  },
  columns: noun.columns,
  examples: {
    'An empty landscape': 'archctl landscape create --name "Shop"',
    'A landscape from a template': 'archctl landscape create --name "Shop" --template TEMPLATE_ID',
    'Print only the new id': 'archctl landscape create --name "Shop" -o json --query id',
  },
  related: ['template list', 'landscape get', 'landscape duplicate'],
  done: (landscape, context) => `Landscape ${displayName(context, landscape)} created.`,
});
