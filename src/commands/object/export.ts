import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { exportObjectsCsv } from '../../contract/resources/model-export.js';
import { checkOutput } from '../shared/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/text-output.js';

export default command({
  summary: 'Export all model objects as CSV',
  details:
    'The service generates the table, and it counts as an export. "object list -o csv" uses reads and accepts filters.',
  options: OUT_OPTION,
  scope: ['landscape', 'landscapeVersion'],
  operation: exportObjectsCsv,
  examples: {
    'For a spreadsheet': 'archctl object export --out objects.csv',
    'On the screen': 'archctl object export',
  },
  related: ['connection export', 'landscape export', 'object list'],
  async run(context, { options }) {
    checkOutput(context, options.out);
    const client = await context.client();
    const path = await pathOf(context, exportObjectsCsv);
    const { text } = await client.perform(exportObjectsCsv, { path });
    return textOutput(context, String(text), options.out);
  },
});
