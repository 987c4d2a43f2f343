import { familyCommands } from '../../cli/command/family-command.js';
import { OBJECT_COMMANDS } from './shared/object-commands.js';

export default familyCommands(OBJECT_COMMANDS).exists;
