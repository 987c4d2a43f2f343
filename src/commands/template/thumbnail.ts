import { command } from '../../cli/command/command.js';
import { getTemplateThumbnail } from '../../contract/resources/template.js';
import { checkOutput, outputFile } from '../shared/output-file.js';
import { DIAGRAM_THUMBNAIL, thumbnailOutcome } from '../shared/thumbnails.js';

export default command({
  summary: 'Get the thumbnail of a landscape template',
  details: 'Prints the URL of the picture, or writes it to --file. The URL expires.',
  args: { landscapeTemplateId: { name: 'TEMPLATE_ID', help: 'Template', completes: 'template' } },
  options: { file: outputFile('File to write') },
  scope: [],
  operation: getTemplateThumbnail,
  examples: {
    'Its URL': 'archctl template thumbnail TEMPLATE_ID',
    'The picture as a file': 'archctl template thumbnail TEMPLATE_ID --file template.png',
  },
  related: ['template list', 'landscape create'],
  async run(context, { args: { landscapeTemplateId }, options: { file } }) {
    checkOutput(context, file);
    const client = await context.client();
    const { thumbnail } = await client.call(getTemplateThumbnail, { path: { landscapeTemplateId } });
    return thumbnailOutcome(context, client, thumbnail, DIAGRAM_THUMBNAIL, file);
  },
});
