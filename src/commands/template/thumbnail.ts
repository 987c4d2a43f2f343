import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { getTemplateThumbnail } from '../../contract/resources/template.js';
import { shownThumbnail } from '../shared/thumbnail.js';

export default command({
  summary: 'Get the thumbnail of a landscape template',
  details: 'Prints where the picture is, or writes it to --file. The address expires.',
  args: { landscapeTemplateId: { name: 'TEMPLATE_ID', help: 'Template', completes: 'template' } },
  options: { file: text('File to write the picture to', { value: 'FILE', completes: 'file' }) },
  scope: [],
  operation: getTemplateThumbnail,
  examples: [
    { note: 'Its address', line: 'archctl template thumbnail TEMPLATE_ID' },
    { note: 'The picture itself', line: 'archctl template thumbnail TEMPLATE_ID --file template.png' },
  ],
  related: ['template list', 'landscape create'],
  async run(context, { args: { landscapeTemplateId }, options: { file } }) {
    const client = await context.client();
    const { thumbnail } = await client.call(getTemplateThumbnail, { path: { landscapeTemplateId } });
    return shownThumbnail(context, thumbnail, file);
  },
});
