import { command } from '../../../cli/command/command.js';
import { viewPublicFlow } from '../../../contract/resources/share-link-public.js';
import { PASSWORD_OPTIONS, SHORT_ID, visitorHeaders } from '../shared/visit.js';

export default command({
  summary: 'Record that a visitor views a flow',
  args: { ...SHORT_ID, flowId: { name: 'FLOW_ID', help: 'Flow', completes: 'flow' } },
  options: PASSWORD_OPTIONS,
  operation: viewPublicFlow,
  examples: {
    'Like the web app does': 'archctl share-link public view-flow SHORT_ID FLOW_ID',
    'In a script': 'archctl share-link public view-flow SHORT_ID FLOW_ID -q',
  },
  related: ['share-link public landscape', 'share-link get'],
  async run(context, { args }) {
    const headers = await visitorHeaders(context);
    const client = await context.client();
    const answer = await client.call(viewPublicFlow, { path: { ...args }, headers });
    context.terminal.success('Recorded the visit.');
    return { kind: 'record', record: answer, columns: [] };
  },
});
