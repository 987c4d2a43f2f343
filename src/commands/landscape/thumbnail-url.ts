import { command } from '../../cli/command/command.js';
import { signLandscapeThumbnail } from '../../contract/resources/landscape.js';

export default command({
  summary: 'Create a public URL for the thumbnail of a landscape',
  details: 'Anyone with the URL sees the picture until it expires.',
  args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape', completes: 'landscape' } },
  options: {},
  scope: [],
  operation: signLandscapeThumbnail,
  examples: {
    'To embed in a page': 'archctl landscape thumbnail-url LANDSCAPE',
    'Only the URL': 'archctl landscape thumbnail-url LANDSCAPE -o json --query signedUrl',
  },
  related: ['landscape thumbnail'],
  async run(context, { args: { landscapeId } }) {
    const client = await context.client();
    const { signedUrl } = await client.call(signLandscapeThumbnail, { path: { landscapeId } });
    return { kind: 'record', record: { signedUrl }, columns: [{ key: 'signedUrl', header: 'URL' }] };
  },
});
