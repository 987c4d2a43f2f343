import { looksLikeId } from './id-shape.js';
import type { JsonObject } from './json/json-object.js';
import { isDangerous } from './text/escape.js';
import { nearest } from './text/suggest.js';
import { foldCase } from './text/words.js';

/** A record with id and name. */
export interface Item {
  id: string;
  name?: string;
  /** Synonyms. */
  also?: readonly string[];
  /** Description in completion. */
  note?: string;
  /** Id of its parent: of its own kind, or of `within` of the kind. */
  within?: string;
  /** Contains everything, so it is omitted from paths. */
  isRoot?: boolean;
}

export interface KindNames {
  readonly items: readonly Item[];
  has(id: string): boolean;
  /** Name of a record; undefined if it does not exist or has no name. */
  nameOf(id: string): string | undefined;
  /** Path of names from the outermost ancestor, as users write it: `Booking/Booking API`; ids if there are no names. */
  pathOf(id: string): string;
  /** The path, with its root if another record with the same path has another root. */
  choiceOf(id: string): string;
  /** Text that identifies a record on the command line: its name or path if unique, otherwise its id. */
  wordFor(id: string): string;
}

/** Result of looking up a text among the records of one kind. */
export type Found =
  | { kind: 'one'; id: string }
  /** Several records: those with the name first, otherwise in list order. */
  | { kind: 'several'; ids: readonly string[] }
  | { kind: 'none'; nearest: readonly string[] };

export interface NameIndex extends KindNames {
  /**
   * Finds a record by id, then by exact name or path, then ignoring case. A path may start below the top, or at the root.
   * A text that is the name of one record and the path of another is ambiguous.
   */
  find(typed: string): Found;
}

/** Items of records with ids. @param parent field with the id of the parent. */
export const namedItems = (records: readonly JsonObject[], parent?: string): Item[] =>
  records.flatMap((record): Item[] => {
    const { id, name, type } = record;
    if (typeof id !== 'string') return [];
    const above = parent !== undefined && record[parent];
    return [
      {
        id,
        ...(typeof name === 'string' && { name }),
        ...(typeof above === 'string' && { within: above }),
        ...(parent !== undefined && type === 'root' && { isRoot: true }),
      },
    ];
  });

/** A greater depth means a cycle. */
const MAX_ANCESTORS = 50;
/** Minimum length of a part of a name that suggests the name; a single letter is part of most names. */
const MIN_PART = 2;
const MAX_NEAREST = 3;

/** @param above index of the parents' kind, if it differs. */
export function nameIndex(items: readonly Item[], above?: NameIndex): NameIndex {
  const byId = new Map(items.map((item) => [item.id, item]));
  const nameOf = (id: string): string | undefined => byId.get(id)?.name || undefined;

  const pathTo = (id: string, withRoot: boolean): string => {
    const parts: string[] = [];
    let at = byId.get(id);
    while (at && parts.length < MAX_ANCESTORS) {
      parts.unshift(at.name || at.id);
      const { within } = at;
      if (within && above?.has(within)) return [above.pathOf(within), ...parts].join('/');
      const next = within === undefined ? undefined : byId.get(within);
      at = next?.isRoot && !withRoot ? undefined : next;
    }
    return parts.length === 0 ? id : parts.join('/');
  };
  const pathOf = (id: string): string => pathTo(id, false);

  const called = (is: (text: string) => boolean): string[] =>
    items.filter(({ name, also = [] }) => [name ?? '', ...also].some(is)).map(({ id }) => id);

  /**
   * Records by path: whole paths come before ends of paths, but neither comes before a name. If there are none, the path
   * may start with the root: `Passenger Travel/Booking`.
   */
  const byPath = (typed: string, fold: (text: string) => string, isName: boolean): string[] => {
    const end = fold(typed);
    const paths = items.map(({ id }) => ({ id, path: fold(pathOf(id)) }));
    const whole = paths.filter(({ path }) => path === end);
    const ends = whole.length > 0 && !isName ? [] : paths.filter(({ path }) => path.endsWith(`/${end}`));
    const found = [...whole, ...ends].map(({ id }) => id);
    if (found.length > 0 || isName) return found;
    return items.flatMap(({ id }) => (fold(pathTo(id, true)) === end ? [id] : []));
  };

  const matches = (typed: string, fold: (text: string) => string): string[] => {
    const named = called((name) => fold(name) === fold(typed));
    if (!typed.includes('/')) return named;
    return [...new Set([...named, ...byPath(typed, fold, named.length > 0)])];
  };

  const find = (typed: string): Found => {
    if (byId.has(typed)) return { kind: 'one', id: typed };
    if (typed.trim() === '') return { kind: 'none', nearest: [] };
    for (const fold of [(text: string) => text, foldCase]) {
      const ids = matches(typed, fold);
      const [id] = ids;
      if (id !== undefined) return ids.length === 1 ? { kind: 'one', id } : { kind: 'several', ids };
    }
    const words = nearestItems(typed, items).map(wordFor);
    return { kind: 'none', nearest: [...new Set(words)] };
  };

  const resolvesTo = (typed: string, id: string): boolean => {
    const found = find(typed);
    return found.kind === 'one' && found.id === id;
  };

  // A command line takes a name that looks like an id for an id, and printed escapes are other characters.
  const wordFor = (id: string): string =>
    [nameOf(id) ?? id, pathOf(id), pathTo(id, true)].find(
      (word) => resolvesTo(word, id) && !looksLikeId(word) && !isDangerous(word),
    ) ?? id;

  const choiceOf = (id: string): string => {
    const [path, whole] = [pathOf(id), pathTo(id, true)];
    const isShared = items.some((it) => pathOf(it.id) === path && pathTo(it.id, true) !== whole);
    return isShared ? whole : path;
  };

  return {
    items,
    choiceOf,
    has: (id) => byId.has(id),
    nameOf,
    pathOf,
    wordFor,
    find,
  };
}

/** The ids of the records that were probably meant: their names contain the text, or differ by a few letters. */
function nearestItems(typed: string, items: readonly Item[]): string[] {
  const wanted = foldCase(typed);
  const named = items.flatMap(({ id, name }) => (name ? [{ id, name: foldCase(name) }] : []));
  const close = nearest(wanted, [...new Set(named.map(({ name }) => name))]);
  const found = [
    ...named.filter(({ name }) => name === close),
    ...(wanted.length >= MIN_PART ? named.filter(({ name }) => name.includes(wanted)) : []),
  ];
  return [...new Set(found.map(({ id }) => id))].slice(0, MAX_NEAREST);
}
