/** The generated registry. Every call loads it, so entries stay JSON text until they are used. */

import type { CommandEntry, NounEntry, Registry } from './spec.js';

type Load<Module> = () => Promise<Module>;

/** Loaders of the files by command path. */
type Loaders<Entry extends { load: unknown }> = Readonly<Record<string, Entry['load']>>;

/** A registry whose entries are JSON, with loaders apart. */
export interface WrittenRegistry extends Omit<Registry, 'commands' | 'nouns'> {
  commands: string;
  nouns: string;
  /** Grouped by the first word, so that V8 compiles only the loaders of the typed command. */
  commandLoaders: Readonly<Record<string, () => Loaders<CommandEntry>>>;
  nounLoaders: () => Loaders<NounEntry>;
}

/** Converts the generated form; entries are parsed on first access. */
export function registryOf(written: WrittenRegistry): Registry {
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
  loaders: (word: string) => Loaders<CommandEntry> | undefined,
): readonly CommandEntry[] {
  const entries: CommandEntry[] = JSON.parse(json);
  for (const entry of entries) entry.load = loading(entry.path, loaders);
  return entries;
}

function nounsOf(json: string, loaders: () => Loaders<NounEntry>): readonly NounEntry[] {
  const entries: NounEntry[] = JSON.parse(json);
  for (const entry of entries) entry.load = loading(entry.path, loaders);
  return entries;
}

function loading<Module>(
  path: readonly string[],
  loaders: (word: string) => Readonly<Record<string, Load<Module>>> | undefined,
): Load<Module> {
  return () => {
    const [word = ''] = path;
    const load = loaders(word)?.[path.join(' ')];
    if (load === undefined) throw new TypeError(`No loader for "${path.join(' ')}".`);
    return load();
  };
}
