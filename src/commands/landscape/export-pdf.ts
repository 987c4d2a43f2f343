import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { text } from '../../cli/command/options.js';
import type { BodyOf } from '../../contract/operation.js';
import { exportLandscapePdf } from '../../contract/resources/landscape.js';
import { downloadOutcome } from '../shared/output/download-file.js';
import { checkOutput, outputFile } from '../shared/output/output-file.js';

const options = {
  filename: text('File name that the service uses', { value: 'NAME', body: 'filename' }),
  name: text('Title of the document', { body: 'name' }),
  out: outputFile('File to write'),
};

export default command({
  summary: 'Export a landscape as PDF in one request',
  details: 'Uses an operation that the service has superseded.',
  args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape', completes: 'landscape' } },
  options,
  scope: ['landscapeVersion'],
  takesData: true,
  operation: exportLandscapePdf,
  examples: {
    'Into a file': 'archctl landscape export-pdf LANDSCAPE --out landscape.pdf',
    'The URL of the PDF': 'archctl landscape export-pdf LANDSCAPE -o json --query url',
  },
  related: ['diagram export', 'landscape list'],
  async run(context, { args, options: given }) {
    checkOutput(context, given.out);
    const body = await checkedBody<BodyOf<typeof exportLandscapePdf>>(context, exportLandscapePdf, options);
    context.terminal.warn('The service has superseded this PDF export and may remove it.');
    const client = await context.client();
    const path = { landscapeId: args.landscapeId, versionId: await context.scope('landscapeVersion') };
    const { url } = await client.call(exportLandscapePdf, { path, body });
    return downloadOutcome(context, client, url, given.out);
  },
});
