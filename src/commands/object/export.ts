import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { exportObjectsCsv } from '../../contract/resources/model-export.js';
import { checkOutput } from '../shared/output-file.js';
import { FILE_OPTION, textOutput } from '../shared/text-output.js';

export default command({
  summary: 'Export all model objects as CSV',
  details:
    'The service writes the table. It counts as an export; "object list -o csv" is made of reads and takes filters.',
  options: FILE_OPTION,
  scope: ['landscape', 'landscapeVersion'],
  operation: exportObjectsCsv,
  examples: [
    { note: 'For a spreadsheet', line: 'archctl object export --landscape LANDSCAPE_ID --file objects.csv' },
    { note: 'To look at', line: 'archctl object export --landscape LANDSCAPE_ID' },
  ],
  related: ['connection export', 'landscape export', 'object list'],
  async run(context, { options }) {
    checkOutput(context, options.file);
    const client = await context.client();
    const path = await pathOf(context, exportObjectsCsv);
    const { text } = await client.perform(exportObjectsCsv, { path });
    return textOutput(context, String(text), options.file);
  },
});
