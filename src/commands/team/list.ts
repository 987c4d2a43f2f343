import { operationCommand } from '../../cli/command/operation-command.js';
import { listTeams } from '../../contract/resources/team.js';
import noun from './noun.js';

export default operationCommand(listTeams, {
  columns: noun.columns,
  empty: 'The organization has no teams.',
  examples: [
    { note: 'Teams with their members and objects', line: 'archctl team list' },
    { note: 'Names only, for a script', line: 'archctl team list -o csv --fields name' },
  ],
  related: ['team get', 'team objects'],
});
