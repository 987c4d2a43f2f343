import { command } from '../../cli/command/command.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { OPEN_DETAILS, OPEN_OPTIONS, openPage } from '../shared/open-page.js';

export default command({
  summary: 'Open a model object in the web app',
  details: OPEN_DETAILS,
  aliases: ['browse'],
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  options: OPEN_OPTIONS,
  scope: ['landscape', 'landscapeVersion'],
  operation: modelObjects.get,
  examples: {
    'In the browser': 'archctl object open OBJECT',
    'Print its URL, for a document': 'archctl object open OBJECT --print',
  },
  related: ['object get', 'diagram open', 'search', 'profile set'],
  async run(context, { args: { modelObjectId }, options: { print } }) {
    const [landscape, version] = [await context.scope('landscape'), await context.scope('landscapeVersion')];
    const client = await context.client();
    const path = { landscapeId: landscape, versionId: version, modelObjectId };
    const { modelObject } = await client.call(modelObjects.get, { path });
    const { id, handleId: handle, name } = modelObject;
    return openPage(context, { kind: 'object', id, handle, name, landscape, version }, print);
  },
});
