import { scriptCommand } from '../../cli/completion-commands.js';

export default scriptCommand('fish', 'fish', {
  line: 'archctl completion fish | source',
  file: 'archctl.fish',
});
