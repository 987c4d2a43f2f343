import { type ArchctlError, usageError } from '../../base/errors.js';
import { isCommonVerb, isRecordVerb, singularOf, synonymsOf } from '../../base/meanings.js';
import { nearest } from '../../base/text/suggest.js';
import { alternatives } from '../../base/text/words.js';
import type { OtherWords, Registry } from '../command/spec.js';
import { type UnknownCommand, wordsBelow } from './route.js';

/** Suggests commands for an unknown word. */

interface Query {
  /** Valid words before it. */
  path: readonly string[];
  typed: string;
  /** Words after it. */
  later: readonly string[];
  registry: Registry;
  other: OtherWords;
}

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;

type Path = readonly string[];

const line = (path: Path): string => ['archctl', ...path].join(' ');
const isBelow = (path: Path, prefix: Path): boolean => prefix.every((word, index) => path[index] === word);
const pathsOf = ({ commands }: Registry): Path[] => commands.map(({ path }) => path);

/** Adds suggestions to the error, if any are close. */
export async function withSuggestion(fault: UnknownCommand, registry: Registry): Promise<ArchctlError> {
  const other = await registry.otherWords();
  const later = fault.later.map((it) => it.toLowerCase());
  const request = apiRequest([...fault.path, fault.word, ...fault.later].join(' ').toLowerCase(), other);
  if (request !== undefined)
    return usageError(fault.message, { hint: `Send the request yourself: archctl api ${request}` });
  const suggestions = suggestedCommands({
    path: fault.path,
    typed: fault.word.toLowerCase(),
    later,
    registry,
    other,
  });
  if (suggestions.length === 0) return fault;
  return usageError(fault.message, {
    hint: `Did you mean ${alternatives(suggestions.map((it) => `"${it}"`))}?`,
  });
}

/** The request for words that begin with those of an operation without a command. */
const apiRequest = (typed: string, { API_LINES }: OtherWords): string | undefined =>
  Object.entries(API_LINES).find(([words]) => `${typed} `.startsWith(`${words} `))?.[1];

/** Suggested commands or nouns, best first; empty if none are close. */
function suggestedCommands(query: Query): string[] {
  const { path, typed, registry } = query;
  const paths = pathsOf(registry);
  const here = paths.filter((it) => isBelow(it, path));
  const verbs = paths.filter((it) => it.at(-1) === typed);
  // A verb of many nouns is not a misspelling.
  const isVerb = verbs.length > MAX_SUGGESTIONS || isCommonVerb(typed);
  const afterNoun: (() => string[])[] = [
    () => ending(here, [typed]),
    () => nounBehindNoun(query),
    () => synonymsOf(typed).flatMap((it) => following(query, it)),
    () => (isLook(typed) ? following(query, 'list') : []),
    () => ending(aboutNoun(query), [typed, ...synonymsOf(typed)]),
    () => nearWord(query, isVerb),
    // For another noun, only verbs that every noun has.
    () => (isRecordVerb(typed) ? [] : verbs.map(line)),
  ];
  const firstWord: (() => string[])[] = [
    () => (isCommonVerb(typed) ? mainNouns(query) : []),
    () => synonymsOf(typed).flatMap((it) => following(query, it)),
    () => nearWord(query, isVerb),
    () => verbs.map(line),
    () => mainNouns(query),
    () => (isVerb ? [] : nearVerb(typed, paths)),
    () => nearTopic(typed, registry),
  ];
  const attempts: (() => string[])[] = [
    () => following(query, typed),
    () => splitWord(query),
    () => equivalentLines(query),
    () => (path.length === 0 ? otherNoun(query, [typed, ...query.later]) : []),
    () => verbFirst(query),
    ...(path.length === 0 ? firstWord : afterNoun),
  ];
  for (const attempt of attempts) {
    const found = [...new Set(attempt())];
    if (found.length > 0 && found.length <= MAX_SUGGESTIONS) return found;
  }
  return [];
}

/** If no verb gets or searches records, the list is suggested. */
const isLook = (word: string): boolean =>
  [word, ...synonymsOf(word)].some((it) => it === 'get' || it === 'search');

const nearWord = (query: Query, isVerb: boolean): string[] =>
  isVerb ? [] : following(query, nearest(query.typed, [...wordsBelow(query.path, query.registry).keys()]));

/** A word below the path, followed by those of the later words that continue the path. */
function following({ path, later, registry }: Query, word: string | undefined): string[] {
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

/** Words joined by a dash or colon: `diagram-export`, `diagrams:list`. */
function splitWord({ path, typed, registry }: Query): string[] {
  const parts = typed.split(/[^a-z0-9]+/).filter(Boolean);
  const found = parts.length > 1 ? walk(path, parts, registry) : undefined;
  return found ? [line(found)] : [];
}

/** Verb before noun: `list landscapes`. */
function verbFirst(query: Query): string[] {
  const { path, typed, later, registry } = query;
  const [next] = later;
  if (path.length > 0 || next === undefined) return [];
  const found = walk([], [next, typed], registry);
  return found ? [line(found)] : otherNoun(query, [next, typed]);
}

/** Equivalents of another tool's command that exist in archctl. */
function equivalentLines({ path, typed, later, registry, other }: Query): string[] {
  const found = [typed, ...synonymsOf(typed)]
    .map((word) => [...path, word].join(' '))
    .find((it, index) => Object.hasOwn(other.OTHER_LINES, it) && (index === 0 || path.length > 0));
  // `update landscape X` is a verb before a noun, not a complete command.
  if (found === undefined || (path.length === 0 && walk([], [later[0] ?? '', typed], registry))) return [];
  return (other.OTHER_LINES[found] ?? [])
    .filter((it) => exists(it.split(' '), registry))
    .map((it) => `archctl ${it}`);
}

/** Whether the words start with a command; the rest are arguments. */
const exists = (words: Path, registry: Registry): boolean =>
  pathsOf(registry).some((path) => isBelow(words, path));

/** Another tool's noun with a verb. */
function otherNoun(query: Query, [noun = '', verb]: Path): string[] {
  const { registry, other } = query;
  const given = [noun, singularOf(noun)].find((it) => Object.hasOwn(other.OTHER_NOUNS, it));
  if (given === undefined) return [];
  // `model object list`: suggests the second noun.
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

/** Commands of other nouns that concern this one: `sandbox webhook add` for webhooks. */
const aboutNoun = ({ path, registry }: Query): Path[] =>
  pathsOf(registry).filter((it) => !isBelow(it, path) && it.slice(0, -1).includes(path.at(-1) ?? ''));

/** A noun after an unnecessary noun: `landscape objects`, `organization members`, `landscape version list`. */
function nounBehindNoun(query: Query): string[] {
  const { typed, later, registry } = query;
  const noun = wordsBelow([], registry).get(typed);
  // `diagram ls`: a synonym of a verb.
  if (synonymsOf(typed).some((it) => wordsBelow(query.path, registry).has(it))) return [];
  if (noun === undefined) return otherNoun(query, [typed, later[0] ?? 'list']);
  // `technology search`: the list is closer than a general search.
  if (isLook(typed) && !isNounWord(noun, registry)) return [];
  const found = walk([noun], [later[0] ?? 'list'], registry) ?? walk([noun], ['list'], registry);
  return [line(found ?? [noun])];
}

/** A verb alone, with the nouns it is most used with. */
function mainNouns({ typed, registry, other }: Query): string[] {
  const words = [typed, ...(isCommonVerb(typed) ? synonymsOf(typed) : [])];
  for (const word of words) {
    const found = other.MAIN_NOUNS.filter((noun) => wordsBelow([noun], registry).has(word));
    if (found.length > 0) return found.map((noun) => line([noun, word]));
  }
  return [];
}

/** Commands that end with one of these words. */
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

/** The canonical word: exact, a synonym, or a misspelling. */
function knownWord(word: string, below: ReadonlyMap<string, string>): string | undefined {
  const known = [word, ...synonymsOf(word)].find((it) => below.has(it)) ?? nearest(word, [...below.keys()]);
  return known === undefined ? undefined : below.get(known);
}

/** Follows known words from a path; undefined at an unknown word. */
function walk(from: Path, words: Path, registry: Registry): Path | undefined {
  let path = from;
  for (const word of words) {
    const known = knownWord(word, wordsBelow(path, registry));
    if (known === undefined) return undefined;
    path = [...path, known];
  }
  return path;
}
