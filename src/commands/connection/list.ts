import { familyCommands } from '../../cli/command/family-command.js';
import { CONNECTION_COMMANDS } from '../object/shared/family.js';

export default familyCommands(CONNECTION_COMMANDS).list;
