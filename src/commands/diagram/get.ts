import { operationCommand } from '../../cli/command/operation-command.js';
import { diagrams } from '../../contract/resources/diagram.js';
import noun from './noun.js';

export default operationCommand(diagrams.get, {
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  columns: [
    ...noun.columns,
    { key: 'description', priority: 4 },
    { key: 'modelId', header: 'Model object', kind: 'id', priority: 4 },
    { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 },
    { key: 'versionId', header: 'Version', kind: 'id', priority: 5 },
  ],
  examples: [
    { note: 'One diagram', line: 'archctl diagram get DIAGRAM_ID --landscape LANDSCAPE_ID' },
    { note: 'All of its fields', line: 'archctl diagram get DIAGRAM_ID --landscape LANDSCAPE_ID -o yaml' },
  ],
  related: ['diagram list', 'diagram export'],
});
