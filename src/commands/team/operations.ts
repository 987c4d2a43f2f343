import { usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { rememberedLoss, rememberLoss } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { fieldOptions, optionalOptions } from '../../cli/command/family/fields.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { identifiers } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeamLandscapes,
  listTeams,
  teamFacts,
  updateTeam,
} from '../../contract/resources/team.js';
import landscape from '../landscape/noun.js';
import { questionAbout } from '../shared/ask-about.js';
import noun, { TEAM } from './noun.js';

const { fields, idLists } = fieldOptions(teamFacts);

const idOf = ({ parsed }: Context): string => String(parsed.args.teamId);

const question = (context: Context): Promise<string> =>
  questionAbout(
    context,
    async () => {
      const client = await context.client();
      const { team } = await client.perform(getTeam, { path: await pathOf(context, getTeam) });
      return team as Record<string, unknown>;
    },
    (team) => {
      const { modelObjectHandleIds } = team;
      const count = Array.isArray(modelObjectHandleIds) ? modelObjectHandleIds.length : 0;
      const losses = count === 0 ? '' : `, removing it from ${pluralize(count, 'model object')}`;
      return `Delete the team ${displayName(context, team)}${rememberLoss(context, losses)}?`;
    },
    `Delete the team ${idOf(context)}?`,
  );

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * The service only accepts the complete list of members, so additions and removals are merged with the current list.
 */
async function withMembers(body: Record<string, unknown>, context: Context) {
  const { addUser, removeUser } = context.parsed.options;
  if (addUser === undefined && removeUser === undefined) return body;
  if (body.userIds !== undefined) {
    throw usageError('--user sets all members; it cannot be combined with --add-user or --remove-user.');
  }
  if (context.parsed.globals.dryRun) return { ...body, userIds: idsOf(addUser) };
  const client = await context.client();
  const { teamId = '', organizationId = '' } = await pathOf(context, getTeam);
  const { team } = await client.call(getTeam, { path: { teamId, organizationId } });
  const gone = idsOf(removeUser);
  const userIds = [...new Set([...(team.userIds ?? []), ...idsOf(addUser)])];
  return { ...body, userIds: userIds.filter((id) => !gone.includes(id)) };
}

export default operationCommands(
  { record: 'team', args: TEAM, columns: noun.columns },
  {
    create: {
      operation: createTeam,
      options: { ...fields, ...idLists },
      examples: {
        'A team with one member': 'archctl team create Harbour --color green --user USER',
        'Print only its id': 'archctl team create Quay -o json --query id',
      },
      related: ['team list', 'object update'],
    },
    delete: {
      operation: deleteTeam,
      details: 'Asks for confirmation; use --yes in scripts. Model objects stay, without the team.',
      columns: [],
      examples: {
        'Asks for confirmation': 'archctl team delete TEAM',
        'In a script': 'archctl team delete TEAM --yes',
      },
      related: ['team list', 'team objects'],
      confirm: question,
      done: (_, context) =>
        `Deleted team ${displayName(context, { id: idOf(context) })}${rememberedLoss(context)}.`,
    },
    get: {
      operation: getTeam,
      examples: {
        'One team': 'archctl team get TEAM',
        'Ids of its members': 'archctl team get TEAM -o json --query userIds',
      },
      related: ['team list', 'team objects', 'user list'],
    },
    landscapes: {
      operation: listTeamLandscapes,
      columns: landscape.columns,
      empty: 'The team owns nothing in any landscape.',
      examples: {
        'Landscapes with objects that the team owns': 'archctl team landscapes TEAM',
        'Names only, for a script': 'archctl team landscapes TEAM -o csv --fields name',
      },
      related: ['team objects', 'landscape list'],
    },
    list: {
      operation: listTeams,
      empty: 'The organization has no teams.',
      examples: {
        'Teams with their members and objects': 'archctl team list',
        'Names only, for a script': 'archctl team list -o csv --fields name',
      },
      related: ['team get', 'team objects'],
    },
    update: {
      operation: updateTeam,
      options: {
        ...optionalOptions(fields),
        user: identifiers('Member; replaces the current list', { body: 'userIds', completes: 'user' }),
        addUser: identifiers('Add this member', { completes: 'user' }),
        removeUser: identifiers('Remove this member', { completes: 'user' }),
      },
      examples: {
        'Add a member': 'archctl team update TEAM --add-user USER',
        'Change name and colour': 'archctl team update TEAM --name Harbour --color blue',
      },
      related: ['team get', 'user list'],
      finish: withMembers,
    },
  },
);
