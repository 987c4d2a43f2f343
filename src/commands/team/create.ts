import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, identifiers, text } from '../../cli/command/options.js';
import { COLORS } from '../../contract/enums.js';
import { createTeam } from '../../contract/resources/team.js';
import noun from './noun.js';

export default operationCommand(createTeam, {
  options: {
    name: text('Name', { required: true, body: 'name' }),
    color: choice(COLORS, 'Colour', { body: 'color' }),
    user: identifiers('Member', { body: 'userIds', completes: 'user' }),
  },
  columns: noun.columns,
  examples: {
    'A team with one member': 'archctl team create --name Harbour --color green --user USER_ID',
    'Print only its id': 'archctl team create --name Quay -o json --query id',
  },
  related: ['team list', 'object update'],
  done: (team, context) => `Team ${displayName(context, team)} created.`,
});
