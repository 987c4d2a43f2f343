import { familyCommands } from '../../cli/family-command.js';
import { OBJECT_COMMANDS } from '../../cli/model-commands.js';

export default familyCommands(OBJECT_COMMANDS).list;
