import { operationCommand } from '../../cli/command/operation-command.js';
import { flag, no } from '../../cli/command/options.js';
import { updateNotifications } from '../../contract/resources/own-user.js';
import { NOTICES } from './shared/own.js';

const at = (body: string) => ({ body });

export default operationCommand(updateNotifications, {
  summary: 'Change the notification settings of the current user',
  options: {
    comments: flag('Comments', at('comments')),
    noComments: no('Disable notifications about comments', at('comments')),
    exports: flag('Notify about finished exports', at('exports')),
    noExports: no('Disable notifications about exports', at('exports')),
    invites: flag('Invites', at('invites')),
    noInvites: no('Disable notifications about invites', at('invites')),
    catalogTechnology: flag('Notify about technology reviews', at('catalogTechnology')),
    noCatalogTechnology: no('Disable notifications about technologies', at('catalogTechnology')),
    onboarding: flag('Notify about onboarding', at('onboarding')),
    noOnboarding: no('Disable notifications about onboarding', at('onboarding')),
  },
  columns: NOTICES,
  examples: {
    'Disable mails about comments': 'archctl user notify --no-comments',
    'Only exports and invites': 'archctl user notify --exports --invites --no-comments',
  },
  related: ['user notifications', 'user update-me'],
  done: () => 'Updated the notification settings.',
});
