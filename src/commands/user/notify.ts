import { operationCommand } from '../../cli/command/operation-command.js';
import { flag } from '../../cli/command/options.js';
import { updateNotifications } from '../../contract/resources/own-user.js';
import { no } from '../shared/model-options.js';
import { NOTICES } from './shared/own.js';

const at = (body: string) => ({ body });

export default operationCommand(updateNotifications, {
  summary: "Change what the key's user is notified of",
  options: {
    comments: flag('Comments', at('comments')),
    noComments: no('No comments', at('comments')),
    exports: flag('Exports that are done', at('exports')),
    noExports: no('No exports', at('exports')),
    invites: flag('Invites', at('invites')),
    noInvites: no('No invites', at('invites')),
    catalogTechnology: flag('Technologies that are reviewed', at('catalogTechnology')),
    noCatalogTechnology: no('No technologies', at('catalogTechnology')),
    onboarding: flag('First steps', at('onboarding')),
    noOnboarding: no('No first steps', at('onboarding')),
  },
  columns: NOTICES,
  examples: [
    { note: 'No mail for each comment', line: 'archctl user notify --no-comments' },
    { note: 'Exports and invites only', line: 'archctl user notify --exports --invites --no-comments' },
  ],
  related: ['user notifications', 'user update-me'],
  done: () => 'Notifications are changed.',
});
