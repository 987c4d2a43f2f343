import { diagrams } from '../../contract/resources/diagram.js';
import { openCommand } from '../shared/open-page.js';

export default openCommand(diagrams.get, {
  kind: 'diagram',
  summary: 'Open a diagram in the web app',
  args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
  examples: {
    'In the browser': 'archctl diagram open DIAGRAM',
    'Print its URL, for a document': 'archctl diagram open DIAGRAM --print',
  },
  related: ['diagram export', 'object open', 'search', 'profile set'],
});
