import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { deleteOrganizationUser } from '../../contract/resources/user.js';
import { askAbout } from '../shared/ask-about.js';
import { USER } from './noun.js';
import { memberName, memberOf } from './shared/members.js';

const idOf = ({ parsed }: Context): string => String(parsed.args.userId);

const question = (context: Context): Promise<string> =>
  askAbout(
    context,
    () => memberOf(context, idOf(context)),
    (user) =>
      `Remove ${memberName(context, user)}, who has permission ${user.permission}, from the organization and its teams?`,
    `Remove the user ${idOf(context)} from the organization and its teams?`,
  );

export default operationCommand(deleteOrganizationUser, {
  details: 'Asks for confirmation; use --yes in scripts. The last admin cannot be removed.',
  args: USER,
  columns: [],
  examples: {
    'Asks for confirmation': 'archctl user delete USER_ID',
    'In a script': 'archctl user delete USER_ID --yes',
  },
  aliases: ['remove'],
  related: ['user list', 'invite revoke'],
  confirm: question,
  done: (_, context) => `Removed user ${displayName(context, { id: idOf(context) })}.`,
});
