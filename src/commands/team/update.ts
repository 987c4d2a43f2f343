import { usageError } from '../../base/errors.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand, pathOf } from '../../cli/command/operation-command.js';
import { choice, identifiers, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { COLORS } from '../../contract/enums.js';
import { getTeam, updateTeam } from '../../contract/resources/team.js';
import noun, { TEAM } from './noun.js';

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

export default operationCommand(updateTeam, {
  args: TEAM,
  options: {
    name: text('New name', { body: 'name' }),
    color: choice(COLORS, 'New colour', { body: 'color' }),
    user: identifiers('Member; replaces the current list', { body: 'userIds', completes: 'user' }),
    addUser: identifiers('Add this member', { completes: 'user' }),
    removeUser: identifiers('Remove this member', { completes: 'user' }),
  },
  columns: noun.columns,
  examples: {
    'Add a member': 'archctl team update TEAM_ID --add-user USER_ID',
    'Change name and colour': 'archctl team update TEAM_ID --name Harbour --color blue',
  },
  related: ['team get', 'user list'],
  finish: withMembers,
  done: (team, context) => `Team ${displayName(context, team)} updated.`,
});
