import { scriptCommand } from './shared/completion-commands.js';

export default scriptCommand('bash', 'bash', { line: 'archctl completion bash', file: 'archctl.bash' });
