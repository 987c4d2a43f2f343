import { familyCommands } from '../../cli/command/family-command.js';
import { CONNECTION_COMMANDS } from './shared/connection-commands.js';

export default familyCommands(CONNECTION_COMMANDS).upsert;
