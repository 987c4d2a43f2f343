import { familyCommands } from '../../cli/family-command.js';
import { CONNECTION_COMMANDS } from '../../cli/model-commands.js';

export default familyCommands(CONNECTION_COMMANDS).get;
