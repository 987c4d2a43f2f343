import { familyCommands } from '../../cli/command/family-command.js';
import { DIAGRAM_COMMANDS } from './shared/diagram-commands.js';

export default familyCommands(DIAGRAM_COMMANDS).create;
