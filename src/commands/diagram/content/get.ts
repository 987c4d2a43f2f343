import { operationCommand } from '../../../cli/command/operation-command.js';
import { getDiagramContent } from '../../../contract/resources/diagram-content.js';
import { VIEWED } from '../shared/options.js';
import noun from './noun.js';

export default operationCommand(getDiagramContent, {
  details:
    'Prints counts as a table. -o json and -o yaml print every object, connection and comment with its position.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: { updateViewedAt: VIEWED },
  columns: noun.columns,
  examples: {
    'How many elements are drawn': 'archctl diagram content get DIAGRAM_ID --landscape LANDSCAPE_ID',
    'The position of each element': 'archctl diagram content get DIAGRAM_ID --landscape LANDSCAPE_ID -o yaml',
    'The model objects on the diagram':
      'archctl diagram content get DIAGRAM_ID --landscape LANDSCAPE_ID --query "values(objects)[].modelId"',
  },
  related: ['diagram content update', 'diagram get'],
});
