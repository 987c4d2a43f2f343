import { called } from '../../cli/command/family/called.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, identifier, orNone, text } from '../../cli/command/options.js';
import { USER_THEMES, updateUser } from '../../contract/resources/own-user.js';
import { OWN_COLUMNS } from './shared/own.js';

export default operationCommand(updateUser, {
  options: {
    name: text('Name', { body: 'name' }),
    email: text('Address', { body: 'email' }),
    theme: choice(USER_THEMES, 'Theme of the app', { body: 'theme' }),
    jobRole: text('Your job role', { body: 'jobRole' }),
    c4ModelExperience: text('Your experience with the C4 model', { body: 'c4ModelExperience' }),
    defaultOrganization: orNone(
      identifier('Organization that the app opens, or none', {
        body: 'defaultOrganizationId',
        completes: 'org',
      }),
    ),
  },
  columns: OWN_COLUMNS,
  examples: [
    { note: 'Rename it', line: 'archctl user update-me --name "Ingrid Solheim"' },
    { note: 'Use the dark theme at night', line: 'archctl user update-me --theme system' },
  ],
  related: ['user me', 'auth status'],
  done: (user, context) => `User ${called(context, user)} updated.`,
});
