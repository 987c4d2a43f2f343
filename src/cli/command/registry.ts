/**
 * The registry in the form that the build generates. Every call loads it, so entries stay JSON text until they are
 * used.
 */

import type { AnyCommand, CommandEntry, NounEntry, Registry } from './spec.js';

type Load<Module> = () => Promise<Module>;

/** Loaders of files by path. */
type Loaders<Module> = Readonly<Record<string, Load<Module>>>;

/** The file of one command, or of several by verb. */
type CommandFile = { default: AnyCommand | Readonly<Record<string, AnyCommand>> };

type NounFile = Awaited<ReturnType<NounEntry['load']>>;

/** A registry whose entries are JSON, with loaders apart. */
export interface GeneratedRegistry extends Omit<Registry, 'commands' | 'nouns'> {
  commands: string;
  nouns: string;
  /** Grouped by the first word, so that V8 compiles only the loaders of the typed command. */
  commandLoaders: Readonly<Record<string, () => Loaders<CommandFile>>>;
  nounLoaders: () => Loaders<NounFile>;
}

/** Converts the generated form; entries are parsed on first access. */
export function registryOf(written: GeneratedRegistry): Registry {
  const { commandLoaders, nounLoaders, topics, topicPages, front, rootHelp, otherWords } = written;
  let commands: readonly CommandEntry[] | undefined;
  let nouns: readonly NounEntry[] | undefined;
  return {
    get commands() {
      commands ??= commandsOf(written.commands, (word) => commandLoaders[word]?.());
      return commands;
    },
    get nouns() {
      nouns ??= nounsOf(written.nouns, nounLoaders);
      return nouns;
    },
    topics,
    topicPages,
    front,
    rootHelp,
    otherWords,
  };
}

function commandsOf(
  json: string,
  loaders: (word: string) => Loaders<CommandFile> | undefined,
): readonly CommandEntry[] {
  const entries: CommandEntry[] = JSON.parse(json);
  for (const entry of entries) {
    const load = loading(entry.path, loaders);
    entry.load = async () => ({ default: commandIn((await load()).default, entry.path) });
  }
  return entries;
}

function commandIn(value: CommandFile['default'], path: readonly string[]): AnyCommand {
  const isOne = (it: typeof value): it is AnyCommand => typeof it.run === 'function';
  const command = isOne(value) ? value : value[path.at(-1) ?? ''];
  if (command === undefined) throw new TypeError(`The file of "${path.join(' ')}" does not declare it.`);
  return command;
}

function nounsOf(json: string, loaders: () => Loaders<NounFile>): readonly NounEntry[] {
  const entries: NounEntry[] = JSON.parse(json);
  for (const entry of entries) entry.load = loading(entry.path, loaders);
  return entries;
}

function loading<Module>(
  path: readonly string[],
  loaders: (word: string) => Loaders<Module> | undefined,
): Load<Module> {
  return () => {
    const [word = ''] = path;
    const load = loaders(word)?.[path.join(' ')];
    if (load === undefined) throw new TypeError(`No loader for "${path.join(' ')}".`);
    return load();
  };
}
