/**
 * Reader of a command line, given as words without quotes. Routing, completion and error reports use it. It loads nothing
 * and rejects nothing; the parser of a command's options (commander) follows the same grammar:
 *
 *     line    = { option | name } , { option | operand } , [ "--" , { operand } ] ;
 *     option  = long | cluster ;
 *     long    = "--" , word , [ "=" , value | values ] ;
 *     cluster = "-" , { letter } , letter , [ value | values ] ;
 *     values  = word , { word } ;
 *
 * The names form the path of a command. In a cluster, the first letter that takes a value takes the rest of the word.
 * `values` are separate words: the first may be any word, further ones (see `OptionShape.values`) must not look like an
 * option. "-" and negative numbers do not look like an option.
 */

/** The part of an option's declaration that the grammar depends on. */
export interface OptionShape {
  /** With dashes. */
  name: string;
  /** Other names, which are not suggested. */
  aliases?: readonly string[];
  /** With its dash. */
  short?: string;
  takesValue?: true;
  /** Number of values, if it takes more than one. */
  values?: number;
}

/**
 * A word or a part of it. `at` is the index of the word; `start` is the index in the word at which a value starts.
 * Options that are not known have no `option`.
 */
export type Token<O> =
  | { kind: 'option'; at: number; text: string; option: O | undefined }
  | { kind: 'value'; at: number; text: string; option: O; start: number }
  | { kind: 'name' | 'operand' | 'terminator'; at: number; text: string };

/** A command or a noun. */
export interface NamedEntry {
  path: readonly string[];
  /** Aliases of the last word. */
  aliases?: readonly string[];
  /** Short names of the path: `login` for `auth login`. */
  shortcuts?: readonly string[];
  /** Verb of a noun that may follow: with `list`, `ls diagrams` is `diagram list`. */
  verbBefore?: string;
}

export interface NamedEntries<C extends NamedEntry, N extends NamedEntry = NamedEntry> {
  commands: readonly C[];
  nouns: readonly N[];
}

export interface Line<O, C> {
  tokens: readonly Token<O>[];
  /** Canonical path of the command, or of a noun. */
  path: readonly string[];
  command: C | undefined;
  /** Index of the first word that names nothing. */
  unknownAt: number | undefined;
  /** Option whose value is the next word. */
  expects: O | undefined;
}

/** Reads a command line. `optionsOf` returns the options of a command; without a command, those that may precede it. */
export function readLine<O extends OptionShape, C extends NamedEntry>(
  argv: readonly string[],
  names: NamedEntries<C>,
  optionsOf: (command: C | undefined) => readonly O[],
): Line<O, C> {
  const tokens: Token<O>[] = [];
  let path: readonly string[] = [];
  let command: C | undefined;
  let unknownAt: number | undefined;
  let options = optionsOf(undefined);
  let expects: O | undefined;
  /** Values of `expects` that were read. */
  let count = 0;
  let isTerminated = false;
  let hasOperand = false;
  /** Noun behind a verb such as `ls`. */
  let noun: readonly string[] | undefined;
  for (const [at, text] of argv.entries()) {
    if (expects && (count === 0 || !isOption(text))) {
      tokens.push({ kind: 'value', at, text, option: expects, start: 0 });
      count += 1;
      if (count === (expects.values ?? 1)) expects = undefined;
      continue;
    }
    expects = undefined;
    if (!isTerminated && text === '--') {
      tokens.push({ kind: 'terminator', at, text });
      isTerminated = true;
    } else if (!isTerminated && isOption(text)) {
      tokens.push(...readOption(text, at, options));
      const last = tokens.at(-1);
      if (last?.kind === 'option' && last.option?.takesValue) expects = last.option;
      // The next word may be the value of an unknown option.
      hasOperand ||= last?.kind === 'option' && !last.option;
      count = 0;
    } else {
      const isName = !isTerminated && !command && unknownAt === undefined;
      const name = isName ? nextName(path, text, names) : undefined;
      const shortcut: Shortcut<C> | undefined =
        isTerminated || hasOperand ? undefined : byShortcut(path, { command, noun }, text, names);
      const isWord: boolean = name !== undefined || shortcut !== undefined;
      tokens.push({ kind: isWord ? 'name' : 'operand', at, text });
      hasOperand ||= !isWord;
      if (shortcut) {
        noun = shortcut.noun;
        command = shortcut.command;
        path = shortcut.command.path;
        options = optionsOf(command);
      } else if (name !== undefined) {
        path = [...path, name];
        command = names.commands.find((it) => it.path.length === path.length && startsWith(it.path, path));
        if (command) options = optionsOf(command);
      } else if (isName) unknownAt = at;
    }
  }
  return { tokens, path, command, unknownAt, expects };
}

/** Reads the words after a command. */
export const readOptions = <O extends OptionShape>(
  argv: readonly string[],
  options: readonly O[],
): Line<O, NamedEntry>['tokens'] => readLine(argv, { commands: [], nouns: [] }, () => options).tokens;

const isOption = (text: string): boolean =>
  text.length > 1 && text.startsWith('-') && !/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(text);

/** Options of one word; the last token is the value if the word contains one. */
export function readOption<O extends OptionShape>(
  text: string,
  at: number,
  options: readonly O[],
): Token<O>[] {
  if (text.startsWith('--')) {
    const start = text.indexOf('=') + 1;
    const name = start === 0 ? text : text.slice(0, start - 1);
    const isNamed = (it: O): boolean => it.name === name || it.aliases?.includes(name) === true;
    const option = options.find((it) => isNamed(it) && (start === 0 || it.takesValue));
    const token: Token<O> = { kind: 'option', at, text: option ? name : text, option };
    return option && start > 0
      ? [token, { kind: 'value', at, text: text.slice(start), option, start }]
      : [token];
  }
  const tokens: Token<O>[] = [];
  for (let start = 1; start < text.length; start++) {
    const letter = `-${text[start]}`;
    const option = options.find(({ short }) => short === letter);
    tokens.push({ kind: 'option', at, text: letter, option });
    if (!option?.takesValue || start + 1 === text.length) continue;
    return [...tokens, { kind: 'value', at, text: text.slice(start + 1), option, start: start + 1 }];
  }
  return tokens;
}

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((word, index) => word === path[index]);

/** Canonical form of `word` after `path`; stops at the first match, because every call uses it. */
export function nextName(
  path: readonly string[],
  word: string,
  { commands, nouns }: NamedEntries<NamedEntry>,
): string | undefined {
  const at = path.length;
  const isNext = (it: NamedEntry): boolean =>
    (it.path[at] === word || (it.path.length === at + 1 && it.aliases?.includes(word) === true)) &&
    startsWith(it.path, path);
  return (commands.find(isNext) ?? nouns.find(isNext))?.path[at];
}

/** A command that a shortcut names, with the noun behind a verb such as `ls`. */
interface Shortcut<C> {
  command: C;
  noun: readonly string[] | undefined;
}

/** The command that a shortcut names, or that a noun behind a verb such as `ls` names. */
function byShortcut<C extends NamedEntry>(
  path: readonly string[],
  { command, noun }: { command: C | undefined; noun: readonly string[] | undefined },
  word: string,
  { commands, nouns }: NamedEntries<C>,
): Shortcut<C> | undefined {
  if (!command) {
    const named = path.length > 0 ? undefined : commands.find(({ shortcuts }) => shortcuts?.includes(word));
    return named && { command: named, noun };
  }
  const verb = noun ? path.at(-1) : command.verbBefore;
  const next = verb === undefined ? undefined : nextName(noun ?? [], word, { commands: [], nouns });
  if (next === undefined) return undefined;
  const longer = [...(noun ?? []), next];
  const found = commands.find(
    ({ path: it }) => it.length === longer.length + 1 && it.at(-1) === verb && startsWith(it, longer),
  );
  return found && { command: found, noun: longer };
}

/** Other command lines for a command: `login`, `ls diagram`. */
export const shortcutsTo = (
  { path, shortcuts = [] }: NamedEntry,
  commands: readonly NamedEntry[],
): string[] => [
  ...shortcuts,
  ...commands.flatMap(({ path: [word = ''], verbBefore }) =>
    path.length > 1 && verbBefore === path.at(-1) ? [[word, ...path.slice(0, -1)].join(' ')] : [],
  ),
];

/** Commands and nouns that are one word longer than `path`. */
export const namesBelow = <C extends NamedEntry, N extends NamedEntry>(
  path: readonly string[],
  { commands, nouns }: NamedEntries<C, N>,
): (C | N)[] =>
  [...nouns, ...commands].filter((it) => it.path.length === path.length + 1 && startsWith(it.path, path));
