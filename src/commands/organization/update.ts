import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { text } from '../../cli/command/options.js';
import { updateOrganization } from '../../contract/resources/organization.js';
import { DETAILS, ORGANIZATION } from './noun.js';
import { SETTINGS } from './shared/settings.js';

export default operationCommand(updateOrganization, {
  details: 'Default: the organization from --org, the environment or the profile.',
  args: ORGANIZATION,
  options: { name: text('New name', { body: 'name' }), ...SETTINGS },
  columns: DETAILS,
  examples: {
    'Rename it': 'archctl organization update --name "Skerry Line"',
    'Restrict share links to a partner':
      'archctl organization update ORGANIZATION_ID --share-link-auth-domain partner.example',
    'Remove the restriction': 'archctl organization update --share-link-auth-domain none',
  },
  related: ['organization get', 'share-link get'],
  done: (made, context) => `Organization ${displayName(context, made)} updated.`,
});
