import { withoutUndefined } from '../base/defined.js';
import type { OptionSpec } from '../cli/command/value-spec.js';
import type {
  CommandTree,
  DescribedCommand,
  DescribedNoun,
  DescribedOption,
} from '../cli/help/command-tree.js';
import type { NamedEntry, OptionShape } from '../cli/line/read-line.js';
import type { Kinds } from './types.js';

/**
 * Compact command tree for completion, with each option stored once. Generated, so that completion loads no command.
 */
export interface Tree {
  /** All options; commands refer to them by index. */
  options: readonly OptionNode[];
  globals: readonly number[];
  /** Options that are used without a command. */
  root: readonly number[];
  nouns: readonly WordNode[];
  commands: readonly CommandNode[];
  kinds: Kinds;
}

export interface WordNode extends NamedEntry {
  summary: string;
}

export interface CommandNode extends WordNode {
  args?: readonly ArgumentNode[];
  options?: readonly number[];
  /** Headings of its columns by field. */
  columns?: Readonly<Record<string, string>>;
  /** Passes the words after `--` to a program. */
  takesRest?: true;
}

/** Possible values. */
export type ValueNode = Pick<
  OptionSpec,
  'choices' | 'suggests' | 'meanings' | 'completes' | 'pairedWith' | 'behindKey' | 'isNew'
>;

export interface OptionNode extends ValueNode, OptionShape {
  help: string;
  repeatable?: true;
}

export interface ArgumentNode extends ValueNode {
  variadic?: true;
}

const valuesOf = ({
  choices,
  suggests,
  meanings,
  completes,
  pairedWith,
  behindKey,
  isNew,
}: ValueNode): ValueNode =>
  withoutUndefined({
    choices,
    suggests,
    meanings,
    completes,
    pairedWith: completes && pairedWith,
    behindKey,
    isNew,
  });

const shortcutsOf = ({
  shortcuts,
  verbBefore,
}: DescribedCommand): Pick<NamedEntry, 'shortcuts' | 'verbBefore'> => {
  // Those with a noun follow from the verb.
  const words = shortcuts.filter((it) => !it.includes(' '));
  return { ...(words.length > 0 && { shortcuts: words }), ...(verbBefore !== undefined && { verbBefore }) };
};

const wordOf = ({ path, aliases, summary }: DescribedNoun | DescribedCommand): WordNode =>
  withoutUndefined({ path, aliases: aliases.length > 0 ? aliases : undefined, summary });

const optionOf = ({
  name,
  aliases,
  short,
  help,
  value,
  values,
  repeatable,
  ...rest
}: DescribedOption): OptionNode =>
  withoutUndefined({
    name,
    aliases,
    short,
    help,
    takesValue: value === undefined ? undefined : (true as const),
    values,
    repeatable: repeatable ? (true as const) : undefined,
    ...valuesOf(rest),
  });

export function treeOf(tree: CommandTree, kinds: Kinds): Tree {
  const options: OptionNode[] = [];
  const places = new Map<string, number>();
  const placeOf = (option: DescribedOption): number => {
    const node = optionOf(option);
    const key = JSON.stringify(node);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, options.length);
    return options.push(node) - 1;
  };
  return {
    options,
    globals: tree.globalOptions.map(placeOf),
    root: tree.rootOptions.map(placeOf),
    nouns: tree.groups.map(wordOf),
    commands: tree.commands.map((command) => {
      const { takesRest, columns } = command;
      const args = command.arguments.map(
        (it): ArgumentNode => ({ ...(it.variadic && { variadic: true }), ...valuesOf(it) }),
      );
      const places = [...command.options, ...command.sharedOptions].map(placeOf);
      return {
        ...wordOf(command),
        ...shortcutsOf(command),
        ...(args.length > 0 && { args }),
        ...(places.length > 0 && { options: places }),
        ...(columns && { columns: Object.fromEntries(columns.map((it) => [it.name, it.heading])) }),
        ...(takesRest && { takesRest }),
      };
    }),
    kinds,
  };
}
