import { operationCommand } from '../../../cli/command/operation-command.js';
import { choice, identifiers } from '../../../cli/command/options.js';
import { DESCRIPTION_TYPES } from '../../../contract/enums.js';
import { describeDiagramContent } from '../../../contract/resources/diagram-content.js';

export default operationCommand(describeDiagramContent, {
  summary: 'Have a text written about what stands on a diagram',
  details: 'The service writes it; nothing is changed.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: {
    type: choice(DESCRIPTION_TYPES, 'How much it tells', { required: true, body: 'type' }),
    object: identifiers('Only about this model object', { body: 'modelObjectIds', completes: 'object' }),
  },
  columns: [
    { key: 'description', priority: 1 },
    { key: 'message', priority: 4 },
  ],
  examples: [
    {
      note: 'In one sentence',
      line: 'archctl diagram content describe DIAGRAM_ID --landscape LANDSCAPE_ID --type caption',
    },
    {
      note: 'The text alone',
      line: 'archctl diagram content describe DIAGRAM_ID --landscape LANDSCAPE_ID --type detailed --query description',
    },
  ],
  related: ['diagram update', 'diagram content get'],
});
