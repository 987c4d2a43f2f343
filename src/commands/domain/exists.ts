import { familyCommands } from '../../cli/command/family-command.js';
import { DOMAIN_COMMANDS } from './shared/domain-commands.js';

export default familyCommands(DOMAIN_COMMANDS).exists;
