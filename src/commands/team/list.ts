import { operationCommand } from '../../cli/command/operation-command.js';
import { listTeams } from '../../contract/resources/team.js';
import noun from './noun.js';

export default operationCommand(listTeams, {
  columns: noun.columns,
  empty: 'The organization has no teams.',
  examples: {
    'Teams with their members and objects': 'archctl team list',
    'Names only, for a script': 'archctl team list -o csv --fields name',
  },
  related: ['team get', 'team objects'],
});
