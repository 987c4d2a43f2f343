import { familyCommands } from '../../cli/command/family-command.js';
import { TAG_COMMANDS } from './shared/tag-commands.js';

export default familyCommands(TAG_COMMANDS).get;
