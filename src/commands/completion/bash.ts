import { scriptCommand } from '../../cli/completion-commands.js';

export default scriptCommand('bash', 'bash', 'archctl completion bash');
