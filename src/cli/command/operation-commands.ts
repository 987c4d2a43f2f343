import type { Operation } from '../../contract/operation.js';
import { displayName } from './family/display-name.js';
import { type OperationCommand, operationCommand } from './operation-command.js';
import type { AnyCommand } from './spec.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

type Spec = OperationCommand<Readonly<Record<string, ArgumentSpec>>, Readonly<Record<string, OptionSpec>>>;

interface Shared {
  /** Display name of a record; implies the success messages of its `create` and `update`. */
  record?: string;
  /** Arguments; a command takes those in the path of its operation. */
  args?: Readonly<Record<string, ArgumentSpec>>;
  columns: Spec['columns'];
}

type Entry = Omit<Spec, 'columns'> & Partial<Pick<Spec, 'columns'>> & { operation: Operation };

const DONE: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Updated',
  'update-me': 'Updated',
};

/** Commands of a record without a family, by verb: one per operation, with shared arguments and columns. */
export function operationCommands<Verb extends string>(
  { record, args = {}, columns }: Shared,
  entries: Readonly<Record<Verb, Entry>>,
): Record<Verb, AnyCommand> {
  const commandOf = (verb: string, { operation, ...spec }: Entry): AnyCommand => {
    const done = record && DONE[verb];
    const own = Object.entries(args).filter(([name]) => operation.path.includes(`{${name}}`));
    return operationCommand(operation, {
      columns,
      args: Object.fromEntries(own),
      ...(done && {
        done: (it, context) => `${done} ${record} ${displayName(context, it)}.`,
      }),
      ...spec,
    });
  };
  return Object.fromEntries(
    Object.entries<Entry>(entries).map(([verb, entry]) => [verb, commandOf(verb, entry)]),
  ) as Record<Verb, AnyCommand>;
}
