import { pluralize } from '../../base/words.js';
import { rememberedLoss, rememberLoss } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand, pathOf } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { deleteTeam, getTeam } from '../../contract/resources/team.js';
import { askAbout } from '../shared/ask-about.js';
import { TEAM } from './noun.js';

const idOf = ({ parsed }: Context): string => String(parsed.args.teamId);

const question = (context: Context): Promise<string> =>
  askAbout(
    context,
    async () => {
      const client = await context.client();
      const { team } = await client.perform(getTeam, { path: await pathOf(context, getTeam) });
      return team as Record<string, unknown>;
    },
    (team) => {
      const { modelObjectHandleIds } = team;
      const count = Array.isArray(modelObjectHandleIds) ? modelObjectHandleIds.length : 0;
      const along = count === 0 ? '' : `, removing it from ${pluralize(count, 'model object')}`;
      return `Delete the team ${displayName(context, team)}${rememberLoss(context, along)}?`;
    },
    `Delete the team ${idOf(context)}?`,
  );

export default operationCommand(deleteTeam, {
  details: 'Asks for confirmation; use --yes in scripts. Model objects stay, without the team.',
  args: TEAM,
  columns: [],
  examples: {
    'Asks for confirmation': 'archctl team delete TEAM_ID',
    'In a script': 'archctl team delete TEAM_ID --yes',
  },
  related: ['team list', 'team objects'],
  confirm: question,
  done: (_, context) =>
    `Team ${displayName(context, { id: idOf(context) })} deleted${rememberedLoss(context)}.`,
});
