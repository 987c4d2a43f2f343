import { command } from '../../../cli/command/command.js';
import { viewPublicDiagram } from '../../../contract/resources/share-link-public.js';
import { PASSWORD_OPTIONS, SHORT_ID, visitorHeaders } from '../shared/visit.js';

export default command({
  summary: 'Record that a visitor views a diagram',
  args: { ...SHORT_ID, diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: PASSWORD_OPTIONS,
  operation: viewPublicDiagram,
  examples: {
    'Like the web app does': 'archctl share-link public view-diagram SHORT_ID DIAGRAM_ID',
    'In a script': 'archctl share-link public view-diagram SHORT_ID DIAGRAM_ID -q',
  },
  related: ['share-link public landscape', 'share-link get'],
  async run(context, { args }) {
    const headers = await visitorHeaders(context);
    const client = await context.client();
    const answer = await client.call(viewPublicDiagram, { path: { ...args }, headers });
    context.terminal.success('Recorded the visit.');
    return { kind: 'record', record: answer, columns: [] };
  },
});
