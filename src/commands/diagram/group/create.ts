import { familyCommands } from '../../../cli/command/family-command.js';
import { GROUP_COMMANDS } from './shared/group-commands.js';

export default familyCommands(GROUP_COMMANDS).create;
