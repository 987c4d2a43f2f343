import { operationCommand } from '../../../cli/command/operation-command.js';
import { choice, identifiers } from '../../../cli/command/options.js';
import { DESCRIPTION_TYPES } from '../../../contract/enums.js';
import { describeDiagramContent } from '../../../contract/resources/diagram-content.js';

export default operationCommand(describeDiagramContent, {
  summary: 'Generate a text about the content of a diagram',
  details: 'The service generates the text. Makes no changes.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: {
    type: choice(DESCRIPTION_TYPES, 'Length of the text', { required: true, body: 'type' }),
    object: identifiers('Only about this model object', { body: 'modelObjectIds', completes: 'object' }),
  },
  columns: [
    { key: 'description', priority: 1 },
    { key: 'message', priority: 4 },
  ],
  examples: {
    'In one sentence': 'archctl diagram content describe DIAGRAM_ID --landscape LANDSCAPE_ID --type caption',
    'Only the text':
      'archctl diagram content describe DIAGRAM_ID --landscape LANDSCAPE_ID --type detailed --query description',
  },
  related: ['diagram update', 'diagram content get'],
});
