import { type ArchctlError, usageError } from '../../base/errors.js';
import { isCommonVerb, isRecordVerb, singularOf, synonymsOf } from '../../base/meanings.js';
import { nearest } from '../../base/suggest.js';
import type { OtherWords, Registry } from '../command/spec.js';
import { type UnknownCommand, wordsBelow } from './route.js';

/** Finding what was meant by a word that names no command. */

interface Asked {
  /** Words in front of it that name something. */
  path: readonly string[];
  typed: string;
  /** Words behind it. */
  later: readonly string[];
  registry: Registry;
  other: OtherWords;
}

/** More guesses than these are none. */
const MOST = 3;

type Path = readonly string[];

const line = (path: Path): string => ['archctl', ...path].join(' ');
const isBelow = (path: Path, prefix: Path): boolean => prefix.every((word, index) => path[index] === word);
const pathsOf = ({ commands }: Registry): Path[] => commands.map(({ path }) => path);

/** The fault with what was probably meant, where something is near. */
export async function withSuggestion(fault: UnknownCommand, registry: Registry): Promise<ArchctlError> {
  const other = await registry.otherWords();
  const later = fault.later.map((it) => it.toLowerCase());
  const meant = meantCommands({ path: fault.path, typed: fault.word.toLowerCase(), later, registry, other });
  if (meant.length === 0) return fault;
  return usageError(fault.message, { hint: `Did you mean ${meant.map((it) => `"${it}"`).join(' or ')}?` });
}

/** The commands or nouns that were probably meant, best first. Empty where nothing is near. */
function meantCommands(asked: Asked): string[] {
  const { path, typed, registry } = asked;
  const paths = pathsOf(registry);
  const here = paths.filter((it) => isBelow(it, path));
  const verbs = paths.filter((it) => it.at(-1) === typed);
  // A verb that stands below many nouns is no other word misspelled.
  const isVerb = verbs.length > MOST || isCommonVerb(typed);
  const behind: (() => string[])[] = [
    () => ending(here, [typed]),
    () => nounBehindNoun(asked),
    () => synonymsOf(typed).flatMap((it) => following(asked, it)),
    () => (isLook(typed) ? following(asked, 'list') : []),
    () => ending(aboutNoun(asked), [typed, ...synonymsOf(typed)]),
    () => nearWord(asked, isVerb),
    // Of another noun: only what no noun is without.
    () => (isRecordVerb(typed) ? [] : verbs.map(line)),
  ];
  const alone: (() => string[])[] = [
    () => (isCommonVerb(typed) ? mainNouns(asked) : []),
    () => synonymsOf(typed).flatMap((it) => following(asked, it)),
    () => nearWord(asked, isVerb),
    () => verbs.map(line),
    () => mainNouns(asked),
    () => (isVerb ? [] : nearVerb(typed, paths)),
    () => nearTopic(typed, registry),
  ];
  const attempts: (() => string[])[] = [
    () => following(asked, typed),
    () => apart(asked),
    () => linesOf(asked),
    () => (path.length === 0 ? otherNoun(asked, [typed, ...asked.later]) : []),
    () => turned(asked),
    ...(path.length === 0 ? alone : behind),
  ];
  for (const attempt of attempts) {
    const found = [...new Set(attempt())];
    if (found.length > 0 && found.length <= MOST) return found;
  }
  return [];
}

/** Where nothing gets or finds one, a list shows it. */
const isLook = (word: string): boolean =>
  [word, ...synonymsOf(word)].some((it) => it === 'get' || it === 'search');

const nearWord = (asked: Asked, isVerb: boolean): string[] =>
  isVerb ? [] : following(asked, nearest(asked.typed, [...wordsBelow(asked.path, asked.registry).keys()]));

/** The word that stands below the path, and as many of those behind it as name something there. */
function following({ path, later, registry }: Asked, word: string | undefined): string[] {
  const found = word === undefined ? undefined : wordsBelow(path, registry).get(word);
  if (found === undefined) return [];
  let at = [...path, found];
  for (const next of later) {
    const below = wordsBelow(at, registry);
    if (below.size === 0) break;
    const known = knownWord(next, below);
    if (known === undefined) break;
    at = [...at, known];
  }
  return [line(at)];
}

/** `diagram-export`, `diagrams:list`: the words are there, but not apart. */
function apart({ path, typed, registry }: Asked): string[] {
  const parts = typed.split(/[^a-z0-9]+/).filter(Boolean);
  const found = parts.length > 1 ? walk(path, parts, registry) : undefined;
  return found ? [line(found)] : [];
}

/** `list landscapes`: the verb came first. */
function turned(asked: Asked): string[] {
  const { path, typed, later, registry } = asked;
  const [next] = later;
  if (path.length > 0 || next === undefined) return [];
  const found = walk([], [next, typed], registry);
  return found ? [line(found)] : otherNoun(asked, [next, typed]);
}

/** Another tool's command, word by word: those of ours that exist. */
function linesOf({ path, typed, later, registry, other }: Asked): string[] {
  const found = [typed, ...synonymsOf(typed)]
    .map((word) => [...path, word].join(' '))
    .find((it, index) => Object.hasOwn(other.OTHER_LINES, it) && (index === 0 || path.length > 0));
  // `update landscape X` is a verb that came first, not a whole command.
  if (found === undefined || (path.length === 0 && walk([], [later[0] ?? '', typed], registry))) return [];
  return (other.OTHER_LINES[found] ?? [])
    .filter((it) => exists(it.split(' '), registry))
    .map((it) => `archctl ${it}`);
}

/** Whether the words begin with those of a command; what is behind them is arguments. */
const exists = (words: Path, registry: Registry): boolean =>
  pathsOf(registry).some((path) => isBelow(words, path));

/** Another tool's noun, and the verb behind it. */
function otherNoun(asked: Asked, [noun = '', verb]: Path): string[] {
  const { registry, other } = asked;
  const given = [noun, singularOf(noun)].find((it) => Object.hasOwn(other.OTHER_NOUNS, it));
  if (given === undefined) return [];
  // `model object list`: the noun behind it is what is meant.
  const inner = wordsBelow([], registry).get(verb ?? '');
  if (inner !== undefined && isNounWord(inner, registry)) return [line([inner])];
  const [ours = '', ...narrowed] = (other.OTHER_NOUNS[given] ?? '').split(' ');
  const options = narrowed.join(' ');
  const wanted = verb ?? (options === '' ? undefined : 'list');
  const found = wanted === undefined ? undefined : walk([ours], [wanted], registry);
  const isNarrowed = options !== '' && ['list', 'create'].includes(found?.at(-1) ?? '');
  return [`${line(found ?? [ours])}${isNarrowed ? ` ${options}` : ''}`];
}

const isNounWord = (word: string, { nouns }: Registry): boolean =>
  nouns.some(({ path }) => path.length === 1 && path[0] === word);

/** Commands of other nouns that are about this one: `sandbox webhook add` is about webhooks. */
const aboutNoun = ({ path, registry }: Asked): Path[] =>
  pathsOf(registry).filter((it) => !isBelow(it, path) && it.slice(0, -1).includes(path.at(-1) ?? ''));

/** `landscape objects`, `organization members`, `landscape version list`: a noun that needs none before it. */
function nounBehindNoun(asked: Asked): string[] {
  const { typed, later, registry } = asked;
  const noun = wordsBelow([], registry).get(typed);
  if (noun === undefined) return otherNoun(asked, [typed, later[0] ?? 'list']);
  // `technology search`: a list of these is nearer than a command that finds anything.
  if (isLook(typed) && !isNounWord(noun, registry)) return [];
  const found = walk([noun], [later[0] ?? 'list'], registry) ?? walk([noun], ['list'], registry);
  return [line(found ?? [noun])];
}

/** A verb alone, with the nouns it is most used with. */
function mainNouns({ typed, registry, other }: Asked): string[] {
  const words = [typed, ...(isCommonVerb(typed) ? synonymsOf(typed) : [])];
  for (const word of words) {
    const found = other.MAIN_NOUNS.filter((noun) => wordsBelow([noun], registry).has(word));
    if (found.length > 0) return found.map((noun) => line([noun, word]));
  }
  return [];
}

/** Commands whose last word is one of these. */
const ending = (paths: readonly Path[], words: Path): string[] =>
  paths.filter((path) => words.includes(path.at(-1) ?? '')).map(line);

function nearVerb(typed: string, paths: readonly Path[]): string[] {
  const guess = nearest(typed, [...new Set(paths.map((path) => path.at(-1) ?? ''))]);
  return guess === undefined ? [] : ending(paths, [guess]);
}

function nearTopic(typed: string, { topics }: Registry): string[] {
  const names = topics.map(({ name }) => name);
  const guess = nearest(typed, names);
  return guess === undefined ? [] : [`archctl help ${guess}`];
}

/** The word as it stands there: right, called otherwise elsewhere, or nearly right. */
function knownWord(word: string, below: ReadonlyMap<string, string>): string | undefined {
  const known = [word, ...synonymsOf(word)].find((it) => below.has(it)) ?? nearest(word, [...below.keys()]);
  return known === undefined ? undefined : below.get(known);
}

/** Goes down by words that are known; undefined where one is not. */
function walk(from: Path, words: Path, registry: Registry): Path | undefined {
  let path = from;
  for (const word of words) {
    const known = knownWord(word, wordsBelow(path, registry));
    if (known === undefined) return undefined;
    path = [...path, known];
  }
  return path;
}
