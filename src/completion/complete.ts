import { readLine, readOption, type Token } from '../cli/line/read-line.js';
import { SCOPE_NAMES } from '../contract/scopes.js';
import { scopeOption } from '../profiles/scopes.js';
import type { CommandNode, OptionNode, Tree } from './tree.js';
import type { LineAccount, Lookup, Suggestion } from './types.js';
import { commandWords, completeValue, nounsBehind } from './values.js';

type Tokens = readonly Token<OptionNode>[];

/**
 * Suggestions for `current`, the word under the cursor, after `words` (without the program name). Both are unquoted.
 * Pure; `lookup` provides names.
 */
export function complete(
  words: readonly string[],
  current: string,
  tree: Tree,
  lookup: Lookup,
): Suggestion[] {
  return unique(suggest(words, current, tree, lookup)).filter(
    ({ kind, value }) => kind !== 'word' || value.startsWith(current),
  );
}

const valuesOf = (tokens: Tokens, name: string): string[] =>
  tokens.flatMap((it) => (it.kind === 'value' && it.option.name === name ? [it.text] : []));

/** Scopes that the words set. */
function accountOf(tokens: Tokens): LineAccount {
  const named = [
    ['profile', '--profile'],
    ['baseUrl', '--base-url'],
    ...SCOPE_NAMES.map((scope) => [scope, scopeOption(scope)] as const),
  ] as const;
  return Object.fromEntries(
    named.flatMap(([key, name]) => {
      const value = valuesOf(tokens, name).at(-1);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function suggest(words: readonly string[], current: string, tree: Tree, lookup: Lookup): Suggestion[] {
  let options: readonly OptionNode[] = [];
  const line = readLine(words, tree, (command) => {
    options = optionsOf(tree, command, words.length === 0);
    return options;
  });
  const { tokens, command, expects } = line;
  if (line.unknownAt !== undefined) return [];
  const end = tokens.findIndex(({ kind }) => kind === 'terminator');
  const operands = (part: Tokens) => part.flatMap(({ kind, text }) => (kind === 'operand' ? [text] : []));
  const rest = end === -1 ? undefined : operands(tokens.slice(end));
  const args = operands(rest && command?.takesRest ? tokens.slice(0, end) : tokens);
  const places = accountOf(tokens);
  const context = { tree, args, find: (kind: string) => lookup(kind, places) };
  const completeOption = (option: OptionNode, text: string, head: string) =>
    completeValue(withColumns(option, command, text), text, head, {
      ...context,
      taken: valuesOf(tokens, option.name),
    });
  if (expects) return completeOption(expects, current, '');
  if (rest && command?.takesRest) return [{ kind: 'program', value: current, words: [...rest, current] }];
  if (!rest && current.startsWith('-')) {
    const last = readOption(current, 0, options).at(-1);
    if (last?.kind === 'value') return completeOption(last.option, last.text, current.slice(0, last.start));
    return optionNames(options, tokens, current);
  }
  if (!command) return rest ? [] : commandWords(line.path, current, tree);
  if (command.verbBefore !== undefined && args.length === 0) return nounsBehind(command, current, tree);
  const declared = command.args ?? [];
  const last = declared.at(-1);
  const argument = declared[args.length] ?? (last?.variadic ? last : undefined);
  if (argument) return completeValue(argument, current, '', { ...context, taken: args });
  // Only options are possible here.
  return current === '' && !rest ? optionNames(options, tokens, current) : [];
}

/** Options whose values are columns of the command's table. */
const OF_COLUMNS: readonly string[] = ['--fields', '--sort'];

/** The option with the fields of the columns as values; with their headings if the user is typing one. */
function withColumns(option: OptionNode, command: CommandNode | undefined, text: string): OptionNode {
  const columns = command?.columns;
  if (columns === undefined || !OF_COLUMNS.includes(option.name)) return option;
  const isHeading = /^[A-Z]/.test(text.slice(text.lastIndexOf(',') + 1));
  const choices = isHeading ? Object.values(columns) : Object.keys(columns);
  return { ...option, choices, meanings: columns };
}

/** Options of a command, then the global ones; root options only for the first word. */
function optionsOf(tree: Tree, command: CommandNode | undefined, isFirst: boolean): OptionNode[] {
  const pick = (indexes: readonly number[] = []) => indexes.flatMap((index) => tree.options[index] ?? []);
  const own = pick(command?.options);
  const global = pick(tree.globals).filter((it) => !own.some(({ name }) => name === it.name));
  return [...own, ...global, ...(isFirst ? pick(tree.root) : [])];
}

/** Options that can still be given; short ones only after a single dash and a letter. */
function optionNames(options: readonly OptionNode[], tokens: Tokens, current: string): Suggestion[] {
  const given = tokens.flatMap((it) => (it.kind === 'option' && it.option ? [it.option.name] : []));
  const taken = new Set(given.flatMap((name) => [name, oppositeOf(name)]));
  const free = options.filter(({ name, repeatable }) => repeatable || !taken.has(name));
  const named = (option: OptionNode, value: string): Suggestion => ({
    kind: 'word',
    value,
    description: option.help,
  });
  return /^-[^-]/.test(current)
    ? free.flatMap((option) => (option.short === current ? [named(option, option.short)] : []))
    : free.map((option) => named(option, option.name));
}

/** `--no-external` for `--external`, and vice versa. */
const oppositeOf = (name: string): string =>
  name.startsWith('--no-') ? `--${name.slice(5)}` : `--no-${name.slice(2)}`;

function unique(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Map<string, Suggestion>();
  for (const it of suggestions) if (!seen.has(it.value)) seen.set(it.value, it);
  return [...seen.values()];
}
