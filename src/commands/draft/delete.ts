import { familyCommands } from '../../cli/command/family-command.js';
import { DRAFT_COMMANDS } from './shared/draft-commands.js';

export default familyCommands(DRAFT_COMMANDS).delete;
