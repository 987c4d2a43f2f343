import { command } from '../../cli/command/command.js';
import { adrs } from '../../contract/resources/adr.js';
import { OPEN_DETAILS, OPEN_OPTIONS, openPage } from '../shared/open-page.js';

export default command({
  summary: 'Open the landscape of a decision in the web app',
  details: `The service has no public link to a decision, so that its landscape is opened; a pattern with {kind} and {handle} opens the decision itself. ${OPEN_DETAILS}`,
  aliases: ['browse'],
  args: { adrId: { name: 'ADR', help: 'Decision', completes: 'adr' } },
  options: OPEN_OPTIONS,
  scope: ['landscape', 'landscapeVersion'],
  operation: adrs.get,
  examples: {
    'In the browser': 'archctl adr open ADR',
    'Print the URL, for a document': 'archctl adr open ADR --print',
  },
  related: ['adr show', 'landscape open', 'profile set'],
  async run(context, { args: { adrId }, options: { print } }) {
    const [landscape, version] = [await context.scope('landscape'), await context.scope('landscapeVersion')];
    const client = await context.client();
    const path = { landscapeId: landscape, versionId: version, adrId };
    const { adr } = await client.call(adrs.get, { path });
    const { id, handleId: handle, name } = adr;
    return openPage(context, { kind: 'adr', id, handle, name, landscape, version }, print);
  },
});
