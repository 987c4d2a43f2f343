// Loads all commands and nouns, and the modules that format them, as one bundle per process.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'commands');

/** Files of commands and nouns below `src/commands`, as lists of path segments without extension. */
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
const hasVerbs = (words) => words.length > 1 && ['commands', 'family', 'operations'].includes(words.at(-1));

/** Commands of a file: one, or one for each verb except those that have a separate file or are in `commands.ts`. */
function commandsIn({ words, file, value }, all) {
  if (!hasVerbs(words)) return [{ path: words, file, spec: value }];
  const noun = words.slice(0, -1);
  const own =
    words.at(-1) === 'commands' ? undefined : all.find((it) => it.file === [...noun, 'commands'].join('/'));
  return Object.entries(value)
    .map(([verb, spec]) => ({ path: [...noun, verb], file, verb, spec }))
    .filter(({ path, verb }) => !all.some((it) => it.file === path.join('/')) && !own?.value[verb]);
}

const byPath = (a, b) => (a.path.join('/') < b.path.join('/') ? -1 : 1);

/** Other modules of `src` that the scripts use, by name. */
const MODULES = [
  ['front', './shared/front-page.js'],
  ['topics', './help/shared/topics.js'],
  ['otherWords', './shared/other-words.js'],
  ['values', '../cli/command/value-spec.js'],
  ['help', '../cli/help/help.js'],
  ['wrap', '../cli/help/wrap.js'],
  ['version', '../base/version.js'],
  ['commandTree', '../cli/help/command-tree.js'],
  ['completionTree', '../completion/tree.js'],
  ['scopes', '../contract/scopes.js'],
  ['shells', '../completion/scripts.js'],
  ['man', '../docs/man.js'],
  ['markdown', '../docs/markdown.js'],
  ['mcpTools', '../mcp/tools/index.js'],
];

/** Sorts nouns as in the root help: by heading, then by rank, then by path, so that nested nouns follow their parent. */
function sortNouns(nouns, sections) {
  const position = ({ path: [word] }) => {
    const { section, rank = 0 } = nouns.find(({ path }) => path.length === 1 && path[0] === word)?.noun ?? {};
    return [sections.indexOf(section), rank];
  };
  return nouns
    .map((it) => ({ ...it, section: sections[position(it)[0]], position: position(it) }))
    .sort(
      (a, b) =>
        a.position[0] - b.position[0] ||
        a.position[1] - b.position[1] ||
        (a.path.join(' ') < b.path.join(' ') ? -1 : 1),
    );
}

async function load() {
  const all = files();
  const code = [
    ...MODULES.map(([name, path]) => `export * as ${name} from '${path}';`),
    ...all.map((words, index) => `export { default as c${index} } from './${words.join('/')}.js';`),
  ].join('\n');
  const modules = await import(pathToFileURL(await bundle({ code, directory: folder })).href);
  const loaded = all.map((words, index) => ({ words, file: words.join('/'), value: modules[`c${index}`] }));
  const commands = loaded
    .filter(({ words }) => !isNoun(words))
    .flatMap((it) => commandsIn(it, loaded))
    .sort(byPath);
  const nouns = sortNouns(
    loaded
      .filter(({ words }) => isNoun(words))
      .map(({ words, file, value }) => ({ path: words.slice(0, -1), file, noun: value })),
    modules.front.SECTIONS,
  );
  return { modules, commands, nouns, registry: registryOf(modules, commands, nouns) };
}

/** The registry of the program, with everything loaded. */
const registryOf = ({ front, topics, otherWords }, commands, nouns) => ({
  commands: commands.map(({ path, spec }) => ({
    path,
    summary: spec.summary,
    aliases: spec.aliases,
    shortcuts: spec.shortcuts,
    verbBefore: spec.verbBefore,
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
  rootHelp: () => Promise.reject(new TypeError('The root help is generated from this registry.')),
  otherWords: async () => otherWords,
});

let loading;

/** Loads commands, nouns (in the order of the root help), their registry, and the modules that format them. */
export const loadCommands = () => {
  loading ??= load();
  return loading;
};

/** All commands with their arguments and options, as data. */
export async function commandTree() {
  const { modules, registry } = await loadCommands();
  return modules.commandTree.commandTreeOf(registry);
}
