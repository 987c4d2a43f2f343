import { ArchctlError, usageError } from '../../base/errors.js';
import { GLOBAL_OPTIONS } from '../command/globals.js';
import { longName } from '../command/options.js';
import type { CommandEntry, Registry } from '../command/spec.js';

/** What a command line asks for, before its options are parsed. */
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

/** Every option that every command takes and that has no value. */
const flagOptions = new Set(
  Object.entries(GLOBAL_OPTIONS).flatMap(([key, spec]) =>
    'value' in spec && spec.value
      ? []
      : [longName(key), ...('short' in spec && spec.short ? [`-${spec.short}`] : [])],
  ),
);

/** Whether the next word belongs to this one: `-o`, `--output`, or a cluster that ends in one, `-qo`. */
const takesValue = (word: string): boolean =>
  valueOptions.has(word) ||
  (/^-[a-z]{2,}$/i.test(word) &&
    valueOptions.has(`-${word.at(-1)}`) &&
    ![...word.slice(1, -1)].some((it) => valueOptions.has(`-${it}`)));

/**
 * Finds the command of `argv`, wherever global options stand, and hands back what is left for its parser.
 * A word that names nothing is a usage error that suggests the nearest one.
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

/** What `word` stands for behind `path`; every call asks, so it stops at the first that fits. */
function wordBelow(path: readonly string[], word: string, { commands, nouns }: Registry): string | undefined {
  const at = path.length;
  const isNext = (it: { path: readonly string[]; aliases?: readonly string[] }): boolean =>
    (it.path[at] === word || (it.path.length === at + 1 && it.aliases?.includes(word) === true)) &&
    startsWith(it.path, path);
  return (commands.find(isNext) ?? nouns.find(isNext))?.path[at];
}

/** Names that may follow `path`, each with the canonical word it stands for. */
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

/** A word that names nothing behind `path`; what was probably meant is looked for by `withSuggestion`. */
export class UnknownCommand extends ArchctlError {
  constructor(
    readonly path: readonly string[],
    readonly word: string,
    /** The words behind it; no options of all commands, nor their values. */
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
  // `archctl --format svg diagram export`: a command's own option came before its words.
  if (/^--?[a-z]/i.test(before) && !flagOptions.has(before) && !takesValue(before) && !before.includes('='))
    return usageError(fault.message, {
      hint: `Is it the value of ${before}? The options of a command stand behind its words: archctl <command> ${before} ${word}`,
    });
  return fault;
}
