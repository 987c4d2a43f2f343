import { scriptCommand } from './shared/completion-commands.js';

export default scriptCommand('zsh', 'zsh', { line: 'archctl completion zsh', file: '_archctl' });
