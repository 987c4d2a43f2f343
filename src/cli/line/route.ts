import { ArchctlError, usageError } from '../../base/errors.js';
import { GLOBAL_OPTIONS } from '../command/globals.js';
import { longName } from '../command/options.js';
import type { CommandEntry, Registry } from '../command/spec.js';
import type { OptionSpec } from '../command/value-spec.js';
import { type Line, namesBelow, type OptionShape, readLine } from './read-line.js';

/** Target of a command line, before its options are parsed. */
export type Route =
  | { kind: 'command'; path: readonly string[]; entry: CommandEntry; rest: string[]; help: boolean }
  | { kind: 'group'; path: readonly string[]; rest: string[] };

/** Shapes of options for the reader. */
export const shapesOf = (options: Readonly<Record<string, OptionSpec>>): OptionShape[] =>
  Object.entries(options).map(([key, { short, value, values, hiddenAliases }]) => ({
    name: longName(key),
    ...(hiddenAliases && { aliases: hiddenAliases.map(({ name }) => name) }),
    ...(short !== undefined && { short: `-${short}` }),
    ...(value !== undefined && { takesValue: true }),
    ...(values !== undefined && { values }),
  }));

const GLOBAL_SHAPES = shapesOf(GLOBAL_OPTIONS);

/** Reads a command line with the global options only. */
export const readArgv = (argv: readonly string[], registry: Registry): Line<OptionShape, CommandEntry> =>
  readLine(argv, registry, () => GLOBAL_SHAPES);

/**
 * Finds the command in `argv`, with global options anywhere, and returns the other words for its parser. An unknown word
 * is a usage error with a suggestion.
 */
export function route(argv: readonly string[], registry: Registry): Route {
  const line = readArgv(argv, registry);
  const { tokens, path, command: entry } = line;
  if (line.unknownAt !== undefined) throw unknownCommand(line, argv, line.unknownAt);
  const nameAt = new Set(tokens.flatMap(({ kind, at }) => (kind === 'name' ? [at] : [])));
  const rest = argv.filter((_, at) => !nameAt.has(at));
  if (!entry) return { kind: 'group', path, rest };
  const end = tokens.find(({ kind }) => kind === 'terminator')?.at;
  // Also as the value of an option, because a user who forgot the value still needs help.
  const help = argv.slice(0, end).some((word) => word === '--help' || word === '-h');
  return { kind: 'command', path, entry, rest, help };
}

/** Words that may follow `path`, with their canonical form. */
export function wordsBelow(path: readonly string[], registry: Registry): Map<string, string> {
  const below = namesBelow(path, registry).map((it) => [it.path.at(-1) ?? '', it.aliases ?? []] as const);
  below.sort(([a], [b]) => (a < b ? -1 : 1));
  const shortcuts = path.length > 0 ? [] : registry.commands.flatMap((it) => it.shortcuts ?? []);
  return new Map([
    ...shortcuts.map((it) => [it, it] as const),
    ...below.flatMap(([word, aliases]) => [word, ...aliases].map((it) => [it, word] as const)),
  ]);
}

/** An unknown word after `path`; `withSuggestion` adds a suggestion. */
export class UnknownCommand extends ArchctlError {
  constructor(
    readonly path: readonly string[],
    readonly word: string,
    /** Later words without options and their values. */
    readonly later: readonly string[],
  ) {
    const line = ['archctl', ...path].join(' ');
    super('usage', `"${word}" is not a command${path.length > 0 ? ` of ${line}` : ''}.`, {
      hint: `"${line} --help" lists the commands.`,
    });
  }
}

function unknownCommand(
  { tokens, path }: Line<OptionShape, CommandEntry>,
  argv: readonly string[],
  unknownAt: number,
): ArchctlError {
  const word = argv[unknownAt] ?? '';
  const later = tokens.flatMap(({ kind, at, text }) => (kind === 'operand' && at > unknownAt ? [text] : []));
  const fault = new UnknownCommand(path, word, later);
  const before = tokens.findLast(({ at }) => at === unknownAt - 1);
  // A command's own option before its words: `archctl --format svg diagram export`.
  if (before?.kind === 'option' && !before.option && !before.text.includes('=')) {
    const typed = argv[before.at];
    return usageError(fault.message, {
      hint: `If it is the value of ${typed}, put options after the command: archctl <command> ${typed} ${word}`,
    });
  }
  return fault;
}
