import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { getLandscapeThumbnail } from '../../contract/resources/landscape.js';
import { shownThumbnail } from '../shared/thumbnail.js';

export default command({
  summary: 'Get the thumbnail of a landscape',
  details:
    'That of the diagram which stands for it. Prints where the picture is, or writes it to --file. The address expires.',
  args: { landscapeId: { name: 'LANDSCAPE_ID', help: 'Landscape', completes: 'landscape' } },
  options: { file: text('File to write the picture to', { value: 'FILE', completes: 'file' }) },
  scope: [],
  operation: getLandscapeThumbnail,
  examples: [
    { note: 'Its address', line: 'archctl landscape thumbnail LANDSCAPE_ID' },
    { note: 'The picture itself', line: 'archctl landscape thumbnail LANDSCAPE_ID --file landscape.png' },
  ],
  related: ['landscape thumbnail-url', 'diagram export'],
  async run(context, { args: { landscapeId }, options: { file } }) {
    const client = await context.client();
    const { thumbnail } = await client.call(getLandscapeThumbnail, { path: { landscapeId } });
    return shownThumbnail(context, thumbnail, file);
  },
});
