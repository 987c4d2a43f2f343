import { familyCommands } from '../../cli/command/family-command.js';
import { COMMENT_COMMANDS } from './shared/comment-commands.js';

export default familyCommands(COMMENT_COMMANDS).create;
