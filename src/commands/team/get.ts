import { operationCommand } from '../../cli/command/operation-command.js';
import { getTeam } from '../../contract/resources/team.js';
import noun, { TEAM } from './noun.js';

export default operationCommand(getTeam, {
  args: TEAM,
  columns: noun.columns,
  examples: {
    'One team': 'archctl team get TEAM_ID',
    'Ids of its members': 'archctl team get TEAM_ID -o json --query userIds',
  },
  related: ['team list', 'team objects', 'user list'],
});
