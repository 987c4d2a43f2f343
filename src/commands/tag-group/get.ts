import { familyCommands } from '../../cli/command/family-command.js';
import { TAG_GROUP_COMMANDS } from './shared/tag-group-commands.js';

export default familyCommands(TAG_GROUP_COMMANDS).get;
