import { scriptCommand } from '../../cli/completion-commands.js';

export default scriptCommand('fish', 'fish', 'archctl completion fish | source');
