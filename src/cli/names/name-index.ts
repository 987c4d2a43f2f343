import { nearest } from '../../base/suggest.js';
import { folded } from '../../base/words.js';
import type { Item } from '../command/noun.js';
import type { KindNames } from '../command/spec.js';

/** Result of looking up a text among the records of one kind. */
export type Found =
  | { kind: 'one'; id: string }
  /** Several records have the name; in list order. */
  | { kind: 'several'; ids: readonly string[] }
  | { kind: 'none'; nearest: readonly string[] };

/** Index of the names of a kind. */
export interface NameIndex extends KindNames {
  /**
   * Finds a record by exact id, then by exact name, then by a unique name ignoring case, then by a unique path suffix.
   */
  find(typed: string): Found;
}

/** A greater depth means a cycle. */
const MOST_ABOVE = 50;
/** Maximum number of suggestions. */
const MOST_NEAREST = 3;

/** @param above index of the parents' kind, if it differs. */
export function nameIndex(items: readonly Item[], above?: NameIndex): NameIndex {
  const byId = new Map(items.map((item) => [item.id, item]));
  const nameOf = (id: string): string | undefined => byId.get(id)?.name || undefined;

  const pathOf = (id: string): string => {
    const parts: string[] = [];
    let at = byId.get(id);
    while (at && parts.length < MOST_ABOVE) {
      parts.unshift(at.name || at.id);
      const { within } = at;
      if (within && above?.has(within)) return [above.pathOf(within), ...parts].join('/');
      const next = within === undefined ? undefined : byId.get(within);
      at = next?.isRoot ? undefined : next;
    }
    return parts.length === 0 ? id : parts.join('/');
  };

  const called = (is: (text: string) => boolean): string[] =>
    items.filter(({ name, also = [] }) => [name ?? '', ...also].some(is)).map(({ id }) => id);

  const byPath = (typed: string, fold: (text: string) => string): string[] => {
    const end = fold(typed);
    const whole = items.filter(({ id }) => fold(pathOf(id)) === end);
    const found = whole.length > 0 ? whole : items.filter(({ id }) => fold(pathOf(id)).endsWith(`/${end}`));
    return found.map(({ id }) => id);
  };

  const find = (typed: string): Found => {
    if (byId.has(typed)) return { kind: 'one', id: typed };
    if (typed.trim() === '') return { kind: 'none', nearest: [] };
    const ways = [
      () => called((name) => name === typed),
      () => called((name) => folded(name) === folded(typed)),
      ...(typed.includes('/') ? [() => byPath(typed, (it) => it), () => byPath(typed, folded)] : []),
    ];
    for (const way of ways) {
      const ids = way();
      const [id] = ids;
      if (id !== undefined) return ids.length === 1 ? { kind: 'one', id } : { kind: 'several', ids };
    }
    return { kind: 'none', nearest: nearestNames(typed, items) };
  };

  const means = (typed: string, id: string): boolean => {
    const found = find(typed);
    return found.kind === 'one' && found.id === id;
  };

  return {
    items,
    has: (id) => byId.has(id),
    nameOf,
    pathOf,
    wordFor: (id) => [nameOf(id) ?? id, pathOf(id)].find((word) => means(word, id)) ?? id,
    find,
  };
}

/** Suggested names: those that contain the text, or are close by edit distance. */
function nearestNames(typed: string, items: readonly Item[]): string[] {
  const names = [...new Set(items.flatMap(({ name }) => (name ? [name] : [])))];
  const wanted = folded(typed);
  const byFold = new Map(names.map((name) => [folded(name), name]));
  const close = nearest(wanted, [...byFold.keys()]);
  const holding = names.filter((name) => folded(name).includes(wanted));
  const first = close === undefined ? [] : [byFold.get(close) ?? close];
  return [...new Set([...first, ...holding])].slice(0, MOST_NEAREST);
}
