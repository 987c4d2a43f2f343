import { familyCommands } from '../../cli/command/family-command.js';
import { FLOW_COMMANDS } from './shared/flow-commands.js';

export default familyCommands(FLOW_COMMANDS).delete;
