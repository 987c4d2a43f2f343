import type { Completes } from '../cli/command/value-spec.js';
import type { CommandTree, DescribedOption } from '../cli/help/command-tree.js';
import type { Named, OptionShape } from '../cli/line/read-line.js';
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
  /** Kinds of records that can be completed. */
  kinds: Kinds;
}

export interface WordNode extends Named {
  summary: string;
}

export interface CommandNode extends WordNode {
  args?: readonly ArgumentNode[];
  options?: readonly number[];
  /** Passes the words after `--` to a program. */
  takesRest?: true;
}

/** Possible values. */
export interface ValueNode {
  choices?: readonly string[];
  suggests?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  completes?: Completes;
  /** For `first=second`: possible second parts. */
  pairedWith?: readonly string[];
  /** For `KEY=VALUE`: kinds of records by key. */
  behindKey?: Readonly<Record<string, Completes>>;
  /** Taken literally, because it is the name of something new. */
  isNew?: boolean;
}

export interface OptionNode extends ValueNode, OptionShape {
  help: string;
  repeatable?: true;
}

export interface ArgumentNode extends ValueNode {
  variadic?: true;
}

const valueNodeOf = ({
  choices,
  suggests,
  meanings,
  completes,
  pairedWith,
  behindKey,
  isNew,
}: ValueNode): ValueNode => ({
  ...(choices && { choices }),
  ...(suggests && { suggests }),
  ...(meanings && { meanings }),
  ...(completes && { completes }),
  ...(completes && pairedWith && { pairedWith }),
  ...(behindKey && { behindKey }),
  ...(isNew && { isNew }),
});

const wordOf = ({ path, aliases, summary }: Required<WordNode>): WordNode => ({
  path,
  ...(aliases.length > 0 && { aliases }),
  summary,
});

const optionOf = (option: DescribedOption): OptionNode => ({
  name: option.name,
  ...(option.short !== undefined && { short: option.short }),
  help: option.help,
  ...(option.value !== undefined && { takesValue: true }),
  ...(option.values !== undefined && { values: option.values }),
  ...(option.repeatable && { repeatable: true }),
  ...valueNodeOf(option),
});

/** Derives the compact tree from the command tree. */
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
      const { takesRest } = command;
      const args = command.arguments.map(
        (it): ArgumentNode => ({ ...(it.variadic && { variadic: true }), ...valueNodeOf(it) }),
      );
      const places = [...command.options, ...command.sharedOptions].map(placeOf);
      return {
        ...wordOf(command),
        ...(args.length > 0 && { args }),
        ...(places.length > 0 && { options: places }),
        ...(takesRest && { takesRest }),
      };
    }),
    kinds,
  };
}
