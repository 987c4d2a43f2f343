import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { choice, identifier, orNone, switches, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { getUser, USER_THEMES, updateUser } from '../../contract/resources/own-user.js';
import { deleteOrganizationUser, updateOrganizationUser } from '../../contract/resources/user.js';
import type { Column } from '../../terminal/types.js';
import { questionAbout } from '../shared/ask-about.js';
import { mapColumn } from '../shared/map-column.js';
import { USER } from './noun.js';
import { memberName, memberOf } from './shared/members.js';

/** Columns of the user of the key. */
const OWN_COLUMNS: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'id', priority: 1 },
  { key: 'name', priority: 1 },
  { key: 'email', priority: 1 },
  { key: 'theme', priority: 4 },
  { key: 'jobRole', header: 'Role', priority: 4 },
  { key: 'defaultOrganizationId', header: 'Organization', kind: 'id', of: 'org', priority: 3 },
  { key: 'lastActiveAt', header: 'Active', kind: 'time', priority: 3 },
];

const idOf = ({ parsed }: Context): string => String(parsed.args.userId);

const question = (context: Context): Promise<string> =>
  questionAbout(
    context,
    () => memberOf(context, idOf(context)),
    (user) =>
      `Remove ${memberName(context, user)}, who has permission ${user.permission}, from the organization and its teams?`,
    `Remove the user ${idOf(context)} from the organization and its teams?`,
  );

export default operationCommands(
  { record: 'user', args: USER, columns: OWN_COLUMNS },
  {
    delete: {
      operation: deleteOrganizationUser,
      details: 'Asks for confirmation; use --yes in scripts. The last admin cannot be removed.',
      columns: [],
      examples: {
        'Asks for confirmation': 'archctl user delete USER',
        'In a script': 'archctl user delete USER --yes',
      },
      aliases: ['remove'],
      related: ['user list', 'invite revoke'],
      confirm: question,
      done: (_, context) => `Removed user ${displayName(context, { id: idOf(context) })}.`,
    },
    me: {
      operation: getUser,
      summary: 'Get the user that the key belongs to',
      examples: {
        'The current user': 'archctl user me',
        'Only the id': 'archctl user me -o json --query id',
      },
      related: ['auth status', 'user update-me'],
    },
    'update-me': {
      operation: updateUser,
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
      examples: {
        'Change your name': 'archctl user update-me --name "Ingrid Solheim"',
        'Follow the theme of the system': 'archctl user update-me --theme system',
      },
      related: ['user me', 'auth status'],
    },
    update: {
      operation: updateOrganizationUser,
      options: {
        permission: choice(PERMISSIONS, 'Permission of the user', { body: 'permission' }),
        landscapePermission: switches('Access to one landscape', {
          body: 'landscapePermissions',
          completes: 'landscape',
        }),
      },
      // The response contains only these fields.
      columns: [
        { key: 'permission', priority: 1 },
        mapColumn('landscapePermissions', 'Landscapes', 2, 'landscape'),
      ],
      examples: {
        'Let a user edit': 'archctl user update USER --permission write',
        'Remove access to one landscape': 'archctl user update USER --landscape-permission LANDSCAPE=false',
      },
      related: ['user list', 'invite create'],
      done: ({ permission }, context) =>
        `User ${displayName(context, { id: context.parsed.args.userId })} now has permission ${permission}.`,
    },
  },
);
