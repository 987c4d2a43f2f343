import { scriptCommand } from '../../cli/completion-commands.js';

export default scriptCommand('bash', 'bash', { line: 'archctl completion bash', file: 'archctl.bash' });
