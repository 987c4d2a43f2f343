import { command } from '../../cli/command/command.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { OPEN_DETAILS, OPEN_OPTIONS, openPage } from '../shared/open-page.js';

export default command({
  summary: 'Open a diagram in the web app',
  details: OPEN_DETAILS,
  aliases: ['browse'],
  args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
  options: OPEN_OPTIONS,
  scope: ['landscape', 'landscapeVersion'],
  operation: diagrams.get,
  examples: {
    'In the browser': 'archctl diagram open DIAGRAM',
    'Print its URL, for a document': 'archctl diagram open DIAGRAM --print',
  },
  related: ['diagram export', 'object open', 'search', 'profile set'],
  async run(context, { args: { diagramId }, options: { print } }) {
    const [landscape, version] = [await context.scope('landscape'), await context.scope('landscapeVersion')];
    const client = await context.client();
    const path = { landscapeId: landscape, versionId: version, diagramId };
    const { diagram } = await client.call(diagrams.get, { path });
    const { id, handleId: handle, name } = diagram;
    return openPage(context, { kind: 'diagram', id, handle, name, landscape, version }, print);
  },
});
