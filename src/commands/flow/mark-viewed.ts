import { operationCommand } from '../../cli/command/operation-command.js';
import { viewFlow } from '../../contract/resources/view.js';
import { viewedCommand } from '../shared/viewed.js';

export default operationCommand(
  viewFlow,
  viewedCommand('flow', { flowId: { name: 'FLOW_ID', help: 'Flow', completes: 'flow' } }),
);
