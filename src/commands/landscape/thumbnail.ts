import { command } from '../../cli/command/command.js';
import { getLandscapeThumbnail } from '../../contract/resources/landscape.js';
import { checkOutput, outputFile } from '../shared/output/output-file.js';
import { DIAGRAM_THUMBNAIL, thumbnailOutcome } from '../shared/thumbnails.js';

export default command({
  summary: 'Get the thumbnail of a landscape',
  details:
    'The thumbnail shows the main diagram of the landscape. Prints its URL, or writes the picture to --out. The URL expires.',
  args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape', completes: 'landscape' } },
  options: { out: outputFile('File to write') },
  scope: [],
  operation: getLandscapeThumbnail,
  examples: {
    'Its URL': 'archctl landscape thumbnail LANDSCAPE',
    'The picture as a file': 'archctl landscape thumbnail LANDSCAPE --out landscape.png',
  },
  related: ['landscape thumbnail-url', 'diagram export'],
  async run(context, { args: { landscapeId }, options: { out } }) {
    checkOutput(context, out);
    const client = await context.client();
    const { thumbnail } = await client.call(getLandscapeThumbnail, { path: { landscapeId } });
    return thumbnailOutcome(context, client, thumbnail, DIAGRAM_THUMBNAIL, out);
  },
});
