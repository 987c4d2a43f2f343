import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { exportConnectionsCsv } from '../../contract/resources/model-export.js';
import { checkOutput } from '../shared/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/text-output.js';

export default command({
  summary: 'Export all model connections as CSV',
  details:
    'The service generates the table, and it counts as an export. "connection list -o csv" uses reads and accepts filters.',
  options: OUT_OPTION,
  scope: ['landscape', 'landscapeVersion'],
  operation: exportConnectionsCsv,
  examples: {
    'For a spreadsheet': 'archctl connection export --out connections.csv',
    'On the screen': 'archctl connection export',
  },
  related: ['object export', 'landscape export', 'connection list'],
  async run(context, { options }) {
    checkOutput(context, options.out);
    const client = await context.client();
    const path = await pathOf(context, exportConnectionsCsv);
    const { text } = await client.perform(exportConnectionsCsv, { path });
    return textOutput(context, String(text), options.out);
  },
});
