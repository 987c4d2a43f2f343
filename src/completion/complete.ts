import { SCOPE_NAMES } from '../contract/scopes.js';
import { scopeOption } from '../profiles/scopes.js';
import type { OptionNode, Tree } from './tree.js';
import type { Lookup, Places, Suggestion } from './types.js';
import { commandWords, completeValue } from './values.js';
import { readOption, type Walked, walk } from './walk.js';

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
  const walked = walk(words, tree);
  if (!walked) return [];
  return unique(suggest(walked, current, tree, lookup)).filter(
    ({ kind, value }) => kind !== 'word' || value.startsWith(current),
  );
}

/** Scopes that the words set. */
function placesOf(walked: Walked): Places {
  const given = (name: string): string | undefined => {
    for (const [option, values] of walked.given) if (option.name === name) return values.at(-1);
    return undefined;
  };
  const named = [
    ['profile', '--profile'],
    ['baseUrl', '--base-url'],
    ...SCOPE_NAMES.map((scope) => [scope, scopeOption(scope)] as const),
  ] as const;
  return Object.fromEntries(
    named.flatMap(([key, name]) => {
      const value = given(name);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function suggest(walked: Walked, current: string, tree: Tree, lookup: Lookup): Suggestion[] {
  const { command, options, expects, rest, args } = walked;
  const places = placesOf(walked);
  const context = { tree, args, find: (kind: string) => lookup(kind, places) };
  if (expects) {
    return completeValue(expects, current, '', { ...context, taken: walked.given.get(expects) ?? [] });
  }
  if (rest && command?.takesRest) return [{ kind: 'program', value: current, words: [...rest, current] }];
  if (!rest && current.startsWith('-')) {
    const { option, value, head } = readOption(current, options);
    if (option?.takesValue && value !== undefined && head !== undefined) {
      return completeValue(option, value, head, { ...context, taken: walked.given.get(option) ?? [] });
    }
    return optionNames(walked, current);
  }
  if (!command) return rest ? [] : commandWords(walked.path, current, tree);
  const declared = command.args ?? [];
  const last = declared.at(-1);
  const argument = declared[args.length] ?? (last?.variadic ? last : undefined);
  if (argument) return completeValue(argument, current, '', { ...context, taken: args });
  // Only options are possible here.
  return current === '' && !rest ? optionNames(walked, current) : [];
}

/** Options that can still be given; short ones only after a single dash and a letter. */
function optionNames({ options, given }: Walked, current: string): Suggestion[] {
  const taken = new Set([...given.keys()].flatMap(({ name }) => [name, oppositeOf(name)]));
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
