import { command } from '../../../cli/command/command.js';
import { pathOf } from '../../../cli/command/operation-command.js';
import type { AnyCommand } from '../../../cli/command/spec.js';
import type { Operation } from '../../../contract/operation.js';
import { checkOutput } from './output-file.js';
import { OUT_OPTION, textOutput } from './text-output.js';

/** A command that exports all records of a noun as CSV. */
export const csvExport = (
  operation: Operation,
  noun: 'object' | 'connection',
  related: readonly string[],
): AnyCommand =>
  command({
    summary: `Export all model ${noun}s as CSV`,
    details: `The service generates the table, and it counts as an export. "${noun} list -o csv" uses reads and accepts filters.`,
    options: OUT_OPTION,
    scope: ['landscape', 'landscapeVersion'],
    operation,
    examples: {
      'For a spreadsheet': `archctl ${noun} export --out ${noun}s.csv`,
      'On the screen': `archctl ${noun} export`,
    },
    related,
    async run(context, { options }) {
      checkOutput(context, options.out);
      const client = await context.client();
      const { text } = await client.perform(operation, { path: await pathOf(context, operation) });
      return textOutput(context, String(text), options.out);
    },
  });
