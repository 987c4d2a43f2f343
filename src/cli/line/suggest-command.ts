import { nearest } from '../../base/suggest.js';
import type { Registry } from '../command/spec.js';

/** Finding what was meant by a word that names no command. */

interface Tree {
  registry: Registry;
  /** Names that may follow a path, each with the canonical word it stands for. */
  wordsBelow(path: readonly string[]): ReadonlyMap<string, string>;
}

/** What other tools call the same. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['list', 'ls', 'all', 'index'],
  ['get', 'show', 'view', 'describe', 'info', 'status'],
  ['create', 'add', 'new', 'make', 'set'],
  ['delete', 'remove', 'rm', 'del', 'destroy'],
  ['update', 'edit', 'modify', 'change', 'set'],
  ['start', 'run', 'serve', 'up'],
  ['stop', 'down', 'kill'],
];
/** More guesses than these are none. */
const MOST = 3;

const line = (path: readonly string[]): string => ['archctl', ...path].join(' ');
const isBelow = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((word, index) => path[index] === word);

/**
 * The commands or nouns that were probably meant by `word` behind `path`, best first; `later` are the words that
 * follow it. Empty where nothing is near.
 */
export function meantCommands(
  path: readonly string[],
  word: string,
  later: readonly string[],
  tree: Tree,
): string[] {
  const typed = word.toLowerCase();
  const words = tree.wordsBelow(path);
  const exact = (it: string): string[] => {
    const found = words.get(it);
    return found === undefined ? [] : [line([...path, found])];
  };
  // `diagram-export`, `diagrams:list`: the words are there, but not apart.
  const parts = typed.split(/[^a-z0-9]+/).filter(Boolean);
  const apart = parts.length > 1 ? walk(path, parts, tree) : undefined;
  // `list landscapes`: the verb came first.
  const [next = ''] = later;
  const turned = path.length === 0 ? walk([], [next.toLowerCase(), typed], tree) : undefined;
  const inside = tree.registry.commands
    .map((it) => it.path)
    .filter((it) => it.length > path.length + 1 && isBelow(it, path));
  const near = nearest(typed, [...words.keys()]);
  const verbs = ending(
    tree.registry.commands.map((it) => it.path),
    [typed],
  );
  const attempts: (() => string[])[] = [
    () => exact(typed),
    () => (apart ? [line(apart)] : []),
    () => (turned ? [line(turned)] : []),
    () => (path.length > 0 ? ending(inside, [typed]) : []),
    () => synonymsOf(typed).flatMap(exact),
    // A verb that stands below many nouns is no other word misspelled.
    () => (near === undefined || verbs.length > MOST ? [] : exact(near)),
    () => verbs,
    () => (path.length === 0 ? nearVerb(typed, tree.registry) : []),
    () => (path.length === 0 ? nearTopic(typed, tree.registry) : []),
  ];
  for (const attempt of attempts) {
    const found = [...new Set(attempt())];
    if (found.length > 0 && found.length <= MOST) return found;
  }
  return [];
}

/** Commands whose last word is one of these. */
const ending = (paths: readonly (readonly string[])[], words: readonly string[]): string[] =>
  paths.filter((path) => words.includes(path.at(-1) ?? '')).map(line);

function nearVerb(typed: string, registry: Registry): string[] {
  const guess = nearest(typed, [...new Set(registry.commands.map(({ path }) => path.at(-1) ?? ''))]);
  return guess === undefined
    ? []
    : ending(
        registry.commands.map(({ path }) => path),
        [guess],
      );
}

function nearTopic(typed: string, { topics }: Registry): string[] {
  const guess = nearest(
    typed,
    topics.map(({ name }) => name),
  );
  return guess === undefined ? [] : [`archctl help ${guess}`];
}

const synonymsOf = (word: string): string[] =>
  SYNONYMS.filter((group) => group.includes(word)).flatMap((group) => group.filter((it) => it !== word));

/** Goes down by words that are right, nearly right or called otherwise elsewhere; undefined where one is neither. */
function walk(from: readonly string[], words: readonly string[], tree: Tree): string[] | undefined {
  let path = [...from];
  for (const word of words) {
    const below = tree.wordsBelow(path);
    const known = [word, ...synonymsOf(word)].find((it) => below.has(it)) ?? nearest(word, [...below.keys()]);
    if (known === undefined) return undefined;
    path = [...path, below.get(known) ?? known];
  }
  return path;
}
