import { scriptCommand } from './shared/completion-commands.js';

export default scriptCommand('fish', 'fish', {
  line: 'archctl completion fish | source',
  file: 'archctl.fish',
});
