import { operationCommand } from '../../cli/command/operation-command.js';
import { viewDiagram } from '../../contract/resources/view.js';
import { viewedCommand } from '../shared/viewed.js';

export default operationCommand(
  viewDiagram,
  viewedCommand('diagram', { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } }),
);
