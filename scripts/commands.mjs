// Loads every command and noun from their files, and what lays them out. One bundle serves all scripts of a process.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'commands');

/** Files below `src/commands`, as paths without extension; what verbs share is none. */
function files() {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.generated.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replace(/\.ts$/, ''))
    .map((file) => file.split(sep))
    .filter((words) => !words.includes('shared'))
    .sort((a, b) => (a.join('/') < b.join('/') ? -1 : 1));
}

const isNoun = (words) => words.length > 1 && words.at(-1) === 'noun';
/** Whether a file declares several commands by verb. */
const hasVerbs = (words) => words.length > 1 && ['family', 'operations'].includes(words.at(-1));

/** The commands of a file: one, or those by verb that have no file of their own. */
function commandsIn({ words, file, value }, all) {
  if (!hasVerbs(words)) return [{ path: words, file, spec: value }];
  const noun = words.slice(0, -1);
  return Object.entries(value)
    .map(([verb, spec]) => ({ path: [...noun, verb], file, verb, spec }))
    .filter(({ path }) => !all.some((it) => it.file === path.join('/')));
}

const byPath = (a, b) => (a.path.join('/') < b.path.join('/') ? -1 : 1);

/** What the scripts use of `src` besides commands and nouns. */
const ROOMS = [
  ['front', './shared/front-page.js'],
  ['topics', './help/shared/topics.js'],
  ['otherWords', './shared/other-words.js'],
  ['values', '../cli/command/value-spec.js'],
  ['help', '../cli/help/help.js'],
  ['wrap', '../cli/help/wrap.js'],
  ['version', '../base/version.js'],
  ['commandTree', '../cli/help/command-tree.js'],
  ['tabTree', '../completion/tree.js'],
  ['scopes', '../contract/scopes.js'],
  ['shells', '../completion/scripts.js'],
  ['man', '../docs/man.js'],
  ['markdown', '../docs/markdown.js'],
];

/** Where a noun stands in the root help: by heading, by its rank there, behind the noun it is in. */
function inOrder(nouns, sections) {
  const place = ({ path: [word] }) => {
    const { section, rank = 0 } = nouns.find(({ path }) => path.length === 1 && path[0] === word)?.noun ?? {};
    return [sections.indexOf(section), rank];
  };
  return nouns
    .map((it) => ({ ...it, section: sections[place(it)[0]], place: place(it) }))
    .sort(
      (a, b) =>
        a.place[0] - b.place[0] || a.place[1] - b.place[1] || (a.path.join(' ') < b.path.join(' ') ? -1 : 1),
    );
}

async function load() {
  const all = files();
  const code = [
    ...ROOMS.map(([name, path]) => `export * as ${name} from '${path}';`),
    ...all.map((words, index) => `export { default as c${index} } from './${words.join('/')}.js';`),
  ].join('\n');
  const rooms = await import(pathToFileURL(await bundle({ code, directory: folder })).href);
  const loaded = all.map((words, index) => ({ words, file: words.join('/'), value: rooms[`c${index}`] }));
  const commands = loaded
    .filter(({ words }) => !isNoun(words))
    .flatMap((it) => commandsIn(it, loaded))
    .sort(byPath);
  const nouns = inOrder(
    loaded
      .filter(({ words }) => isNoun(words))
      .map(({ words, file, value }) => ({ path: words.slice(0, -1), file, noun: value })),
    rooms.front.SECTIONS,
  );
  return { rooms, commands, nouns, registry: registryOf(rooms, commands, nouns) };
}

/** The registry as the program has it, with everything loaded already. */
const registryOf = ({ front, topics, otherWords }, commands, nouns) => ({
  commands: commands.map(({ path, spec }) => ({
    path,
    summary: spec.summary,
    aliases: spec.aliases,
    section: spec.section,
    load: async () => ({ default: spec }),
  })),
  nouns: nouns.map(({ path, noun, section }) => ({
    path,
    summary: noun.summary,
    aliases: noun.aliases,
    section,
    load: async () => ({ default: noun }),
  })),
  topics: Object.entries(topics.TOPICS).map(([name, { summary }]) => ({ name, summary })),
  topicPages: async () => topics,
  front: async () => front,
  rootHelp: () => Promise.reject(new TypeError('It is laid out of this.')),
  otherWords: async () => otherWords,
});

let loading;

/** Commands, nouns (in the order of the root help), the registry made of them, and the rooms that read it. */
export const loadCommands = () => {
  loading ??= load();
  return loading;
};

/** Everything that can be typed, as data. */
export async function commandTree() {
  const { rooms, registry } = await loadCommands();
  return rooms.commandTree.commandTreeOf(registry);
}
