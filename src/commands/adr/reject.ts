import { statusCommand } from './shared/status-command.js';

export default statusCommand('reject', 'rejected');
