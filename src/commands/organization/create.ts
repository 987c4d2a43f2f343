import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { text } from '../../cli/command/options.js';
import { createOrganization } from '../../contract/resources/organization.js';
import noun from './noun.js';
import { SETTINGS } from './shared/settings.js';

export default operationCommand(createOrganization, {
  details: 'The user of the key becomes the first admin.',
  options: { name: text('Name', { required: true, body: 'name' }), ...SETTINGS },
  columns: noun.columns,
  examples: {
    'One more': 'archctl organization create --name "Skerry Line, trials"',
    'Without share links': 'archctl organization create --name Closed --no-share-links',
  },
  related: ['organization list', 'profile set'],
  done: (made, context) => `Organization ${displayName(context, made)} created.`,
});
