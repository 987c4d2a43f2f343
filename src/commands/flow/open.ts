import { command } from '../../cli/command/command.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { flows } from '../../contract/resources/flow.js';
import { OPEN_DETAILS, OPEN_OPTIONS, openPage } from '../shared/open-page.js';

export default command({
  summary: 'Open a flow in the web app, on its diagram',
  details: `Opens its diagram with the flow selected. The service has no public link to a flow. ${OPEN_DETAILS}`,
  aliases: ['browse'],
  args: { flowId: { name: 'FLOW', help: 'Flow', completes: 'flow' } },
  options: OPEN_OPTIONS,
  scope: ['landscape', 'landscapeVersion'],
  operation: flows.get,
  alsoPerforms: [diagrams.get],
  examples: {
    'In the browser': 'archctl flow open FLOW',
    'Print its URL, for a document': 'archctl flow open FLOW --print',
  },
  related: ['flow show', 'diagram open', 'search', 'profile set'],
  async run(context, { args: { flowId }, options: { print } }) {
    const [landscape, version] = [await context.scope('landscape'), await context.scope('landscapeVersion')];
    const client = await context.client();
    const path = { landscapeId: landscape, versionId: version };
    const { flow } = await client.call(flows.get, { path: { ...path, flowId } });
    const { diagram } = await client.call(diagrams.get, { path: { ...path, diagramId: flow.diagramId } });
    const { id, handleId: handle, name } = flow;
    const page = { kind: 'flow', id, handle, name, landscape, version, diagram: diagram.handleId } as const;
    return openPage(context, page, print);
  },
});
