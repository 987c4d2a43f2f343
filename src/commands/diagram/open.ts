import { diagrams } from '../../contract/resources/diagram.js';
import { openCommand } from '../shared/open-page.js';

export default openCommand(diagrams.get, {
  kind: 'diagram',
  summary: 'Open a diagram in the web app',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  examples: {
    'In the browser': 'archctl diagram open DIAGRAM_ID --landscape LANDSCAPE_ID',
    'Print its URL, for a document': 'archctl diagram open DIAGRAM_ID --landscape LANDSCAPE_ID --print',
  },
  related: ['diagram export', 'object open', 'search', 'profile set'],
});
