import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import { LATEST } from '../../contract/scopes.js';
import { OPEN_DETAILS, OPEN_OPTIONS, openPage } from '../shared/open-page.js';

export default command({
  summary: 'Open a landscape in the web app',
  details: `Default: the current landscape. ${OPEN_DETAILS}`,
  aliases: ['browse'],
  args: {
    landscapeId: { name: 'LANDSCAPE', help: 'Landscape', optional: true, completes: 'landscape' },
  },
  options: OPEN_OPTIONS,
  scope: ['landscape'],
  operation: getLandscape,
  examples: {
    'The current landscape': 'archctl landscape open',
    'Print the URL of another one': 'archctl landscape open LANDSCAPE --print',
  },
  related: ['diagram open', 'object open', 'profile set', 'share-link create'],
  async run(context, { options: { print } }) {
    const { landscapeId = '' } = await pathOf(context, getLandscape);
    const client = await context.client();
    const { landscape } = await client.call(getLandscape, { path: { landscapeId } });
    const { id, name } = landscape;
    return openPage(context, { kind: 'landscape', id, landscape: id, version: LATEST, name }, print);
  },
});
