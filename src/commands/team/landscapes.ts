import { operationCommand } from '../../cli/command/operation-command.js';
import { listTeamLandscapes } from '../../contract/resources/team.js';
import landscape from '../landscape/noun.js';
import { TEAM } from './noun.js';

export default operationCommand(listTeamLandscapes, {
  args: TEAM,
  columns: landscape.columns,
  empty: 'The team owns nothing in any landscape.',
  examples: {
    'Landscapes with objects that the team owns': 'archctl team landscapes TEAM_ID',
    'Names only, for a script': 'archctl team landscapes TEAM_ID -o csv --fields name',
  },
  related: ['team objects', 'landscape list'],
});
