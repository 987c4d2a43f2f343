import { displayName } from '../../cli/command/family/display-name.js';
import type { OperationCommand } from '../../cli/command/operation-command.js';
import type { ArgumentSpec, OptionSpec } from '../../cli/command/value-spec.js';

/** Definition of a command that marks a record as viewed; `args` selects the record. */
export function viewedCommand(
  noun: string,
  args: Readonly<Record<string, ArgumentSpec>>,
): OperationCommand<Record<string, ArgumentSpec>, Record<never, OptionSpec>> {
  const [[param = '', { name }] = ['', { name: '' }]] = Object.entries(args);
  const line = `archctl ${noun} mark-viewed ${name} --landscape LANDSCAPE_ID`;
  return {
    details: 'Records that you have viewed it, visible to others. Makes no other changes.',
    args: { ...args },
    columns: [{ key: 'id', header: 'ID', kind: 'id' }],
    examples: { 'Show others that you have viewed it': line, 'In a script': `${line} -o json` },
    related: [`${noun} get`, 'logs list'],
    shown: (_, { parsed }) => ({ id: parsed.args[param] }),
    done: (_, context) =>
      `Marked the ${noun} ${displayName(context, { id: context.parsed.args[param] })} as viewed.`,
  };
}
