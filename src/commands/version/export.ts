import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { exportVersionJson } from '../../contract/resources/landscape-export.js';
import { checkOutput } from '../shared/output/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/output/text-output.js';

export default command({
  summary: 'Export a version as JSON in one request',
  details: 'Uses an operation that the service has superseded. Use "landscape export --type json" instead.',
  options: OUT_OPTION,
  scope: ['landscape', 'landscapeVersion'],
  operation: exportVersionJson,
  examples: {
    'The live version': 'archctl version export --out model.json',
    'An earlier one': 'archctl version export --landscape-version VERSION --out before.json',
  },
  related: ['landscape export', 'version list'],
  async run(context, { options }) {
    checkOutput(context, options.out);
    const client = await context.client();
    const path = await pathOf(context, exportVersionJson);
    const found = await client.perform(exportVersionJson, { path });
    if (options.out === undefined && context.terminal.machine)
      return { kind: 'record', record: found, columns: [] };
    return textOutput(context, `${JSON.stringify(found, null, 2)}\n`, options.out);
  },
});
