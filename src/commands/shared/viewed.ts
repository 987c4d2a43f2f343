import { called } from '../../cli/command/called.js';
import type { OperationCommand } from '../../cli/command/operation-command.js';
import type { ArgumentSpec, OptionSpec } from '../../cli/command/value-spec.js';

/** What a command that marks a record as viewed is made of; `args` names the record. */
export function viewedCommand(
  noun: string,
  args: Readonly<Record<string, ArgumentSpec>>,
): OperationCommand<Record<string, ArgumentSpec>, Record<never, OptionSpec>> {
  const [[param = '', { name }] = ['', { name: '' }]] = Object.entries(args);
  const line = `archctl ${noun} mark-viewed ${name} --landscape LANDSCAPE_ID`;
  return {
    details: 'Remembers that you have looked at it, for others to see. Nothing of it changes.',
    args: { ...args },
    columns: [{ key: 'id', header: 'ID', kind: 'id' }],
    examples: [
      { note: 'Tell others that you have seen it', line },
      { note: 'In a script', line: `${line} -o json` },
    ],
    related: [`${noun} get`, 'logs list'],
    shown: (_, { parsed }) => ({ id: parsed.args[param] }),
    done: (_, context) =>
      `The ${noun} ${called(context, { id: context.parsed.args[param] })} is marked as viewed.`,
  };
}
