import type { CommandNode, OptionNode, Tree, WordNode } from './tree.js';

/** State after the words before the cursor. */
export interface Walked {
  /** Canonical command path. */
  path: readonly string[];
  command?: CommandNode;
  /** Possible options: those of the command, then the global ones. */
  options: readonly OptionNode[];
  /** Given options with their values. */
  given: ReadonlyMap<OptionNode, readonly string[]>;
  args: readonly string[];
  /** Option that needs a value next. */
  expects?: OptionNode;
  /** Words after `--`. */
  rest?: readonly string[];
}

/** Interprets the words like the parser; undefined if a word is invalid and nothing can follow. */
export function walk(words: readonly string[], tree: Tree): Walked | undefined {
  let path: readonly string[] = [];
  let command: CommandNode | undefined;
  // Stand-alone options are suggested only if there are no words.
  let options = [...optionsOf(tree, undefined), ...(words.length === 0 ? pick(tree, tree.root) : [])];
  let expects: OptionNode | undefined;
  let rest: string[] | undefined;
  const args: string[] = [];
  const given = new Map<OptionNode, string[]>();
  const give = (option: OptionNode, value?: string): void => {
    given.set(option, [...(given.get(option) ?? []), ...(value === undefined ? [] : [value])]);
  };
  for (const word of words) {
    if (expects) {
      give(expects, word);
      if ((given.get(expects)?.length ?? 0) % (expects.values ?? 1) === 0) expects = undefined;
    } else if (rest) {
      rest.push(word);
      if (!command?.takesRest) args.push(word);
    } else if (word === '--') rest = [];
    else if (word.startsWith('-') && word !== '-') {
      const { option, value } = readOption(word, options, give);
      if (!option) continue;
      if (option.takesValue && value === undefined) expects = option;
      else give(option, value);
    } else if (command) args.push(word);
    else {
      const next = wordsBelow(path, tree).find((it) => it.word === word || it.aliases.includes(word));
      if (!next) return undefined;
      path = [...path, next.word];
      command = tree.commands.find((it) => samePath(it.path, path));
      if (command) options = optionsOf(tree, command);
    }
  }
  return {
    path,
    options,
    given,
    args,
    ...(command && { command }),
    ...(expects && { expects }),
    ...(rest && { rest }),
  };
}

/** The last option of a word, with its value if that is in the same word; flags before it count as given. */
export function readOption(
  word: string,
  options: readonly OptionNode[],
  give: (option: OptionNode) => void = () => {},
): { option?: OptionNode; value?: string; head?: string } {
  if (word.startsWith('--')) {
    const at = word.indexOf('=');
    const name = at === -1 ? word : word.slice(0, at);
    const option = options.find((it) => it.name === name);
    if (!option) return {};
    return at === -1 ? { option } : { option, value: word.slice(at + 1), head: word.slice(0, at + 1) };
  }
  for (let index = 1; index < word.length; index++) {
    const option = options.find((it) => it.short === `-${word[index]}`);
    if (!option) return {};
    const value = word.slice(index + 1);
    if (option.takesValue)
      return value === '' ? { option } : { option, value, head: word.slice(0, index + 1) };
    if (value === '') return { option };
    give(option);
  }
  return {};
}

const pick = (tree: Tree, places: readonly number[] = []): OptionNode[] =>
  places.flatMap((place) => tree.options[place] ?? []);

function optionsOf(tree: Tree, command: CommandNode | undefined): OptionNode[] {
  const own = pick(tree, command?.options);
  const global = pick(tree, tree.globals);
  return [...own, ...global.filter((it) => !own.some(({ name }) => name === it.name))];
}

export interface Word {
  word: string;
  aliases: readonly string[];
  summary: string;
}

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && startsWith(a, b);

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((word, index) => word === path[index]);

/** Words that can follow a path. */
export function wordsBelow(path: readonly string[], tree: Tree): Word[] {
  const found = (node: WordNode): Word[] =>
    node.path.length === path.length + 1 && startsWith(node.path, path)
      ? [{ word: node.path.at(-1) ?? '', aliases: node.aliases ?? [], summary: node.summary }]
      : [];
  return [...tree.groups.flatMap(found), ...tree.commands.flatMap(found)];
}
