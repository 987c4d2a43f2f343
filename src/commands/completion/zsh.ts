import { scriptCommand } from '../../cli/completion-commands.js';

export default scriptCommand('zsh', 'zsh', 'archctl completion zsh');
