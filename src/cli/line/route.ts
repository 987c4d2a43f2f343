import { ArchctlError, usageError } from '../../base/errors.js';
import { GLOBAL_OPTIONS } from '../command/globals.js';
import { longName } from '../command/options.js';
import type { CommandEntry, Registry } from '../command/spec.js';

/** Target of a command line, before its options are parsed. */
export type Route =
  | { kind: 'command'; path: readonly string[]; entry: CommandEntry; rest: string[]; help: boolean }
  | { kind: 'group'; path: readonly string[]; rest: string[] };

const valueOptions = new Set(
  Object.entries(GLOBAL_OPTIONS).flatMap(([key, spec]) =>
    'value' in spec && spec.value
      ? [longName(key), ...('short' in spec && spec.short ? [`-${spec.short}`] : [])]
      : [],
  ),
);

/** Global options without a value. */
const flagOptions = new Set(
  Object.entries(GLOBAL_OPTIONS).flatMap(([key, spec]) =>
    'value' in spec && spec.value
      ? []
      : [longName(key), ...('short' in spec && spec.short ? [`-${spec.short}`] : [])],
  ),
);

/** Whether the next word is the value of this one: `-o`, `--output`, or a cluster such as `-qo`. */
const takesValue = (word: string): boolean =>
  valueOptions.has(word) ||
  (/^-[a-z]{2,}$/i.test(word) &&
    valueOptions.has(`-${word.at(-1)}`) &&
    ![...word.slice(1, -1)].some((it) => valueOptions.has(`-${it}`)));

/**
 * Finds the command in `argv`, with global options anywhere, and returns the rest for its parser. An unknown word is a
 * usage error with a suggestion.
 */
export function route(argv: readonly string[], registry: Registry): Route {
  const rest: string[] = [];
  let path: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (word === '--') {
      rest.push(...argv.slice(index));
      break;
    }
    if (word.startsWith('-') && word !== '-') {
      rest.push(word);
      const next = argv[index + 1];
      if (takesValue(word) && next !== undefined) {
        rest.push(next);
        index++;
      }
      continue;
    }
    const canonical = wordBelow(path, word, registry);
    if (canonical === undefined) throw unknownCommand(path, argv, index);
    path = [...path, canonical];
    const entry = registry.commands.find((it) => samePath(it.path, path));
    if (entry) {
      rest.push(...argv.slice(index + 1));
      return { kind: 'command', path, entry, rest, help: wantsHelp(rest) };
    }
  }
  return { kind: 'group', path, rest };
}

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index]);

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  path.length > prefix.length && prefix.every((word, index) => word === path[index]);

function wantsHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  return rest.slice(0, end === -1 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

/** Entry for `word` after `path`; stops at the first match, because every call uses it. */
function wordBelow(path: readonly string[], word: string, { commands, nouns }: Registry): string | undefined {
  const at = path.length;
  const isNext = (it: { path: readonly string[]; aliases?: readonly string[] }): boolean =>
    (it.path[at] === word || (it.path.length === at + 1 && it.aliases?.includes(word) === true)) &&
    startsWith(it.path, path);
  return (commands.find(isNext) ?? nouns.find(isNext))?.path[at];
}

/** Words that may follow `path`, with their canonical form. */
export function wordsBelow(path: readonly string[], registry: Registry): Map<string, string> {
  const words = new Map<string, string>();
  for (const entry of registry.commands) {
    if (!startsWith(entry.path, path)) continue;
    const word = entry.path[path.length] as string;
    words.set(word, word);
    if (entry.path.length === path.length + 1)
      for (const alias of entry.aliases ?? []) words.set(alias, word);
  }
  for (const noun of registry.nouns) {
    if (noun.path.length !== path.length + 1 || !startsWith(noun.path, path)) continue;
    const word = noun.path[path.length] as string;
    for (const alias of noun.aliases ?? []) words.set(alias, word);
  }
  return words;
}

/** An unknown word after `path`; `withSuggestion` adds a suggestion. */
export class UnknownCommand extends ArchctlError {
  constructor(
    readonly path: readonly string[],
    readonly word: string,
    /** Later words without global options and their values. */
    readonly later: readonly string[],
  ) {
    const line = ['archctl', ...path].join(' ');
    super('usage', `"${word}" is not a command${path.length > 0 ? ` of ${line}` : ''}.`, {
      hint: `"${line} --help" lists the commands.`,
    });
  }
}

function unknownCommand(path: readonly string[], argv: readonly string[], index: number): ArchctlError {
  const [word = '', ...later] = argv.slice(index);
  const before = argv[index - 1] ?? '';
  const words = later.filter((it, at) => !it.startsWith('-') && !(at > 0 && takesValue(later[at - 1] ?? '')));
  const fault = new UnknownCommand(path, word, words);
  // A command's own option before its words: `archctl --format svg diagram export`.
  if (/^--?[a-z]/i.test(before) && !flagOptions.has(before) && !takesValue(before) && !before.includes('='))
    return usageError(fault.message, {
      hint: `If it is the value of ${before}, put options after the command: archctl <command> ${before} ${word}`,
    });
  return fault;
}
