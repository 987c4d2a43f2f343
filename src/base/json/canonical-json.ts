import { isObject } from '../is-object.js';

/** JSON with sorted keys: equal values give equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/**
 * The text of `canonicalJson` in pieces, for large values. Accepts other iterables than arrays for lists, but not inside
 * of items at `depth`.
 */
export function* canonicalPieces(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield canonicalJson(value ?? null);
    return;
  }
  const isList = Symbol.iterator in value;
  const entries = isList
    ? indexed(value as Iterable<unknown>)
    : Object.entries(Object.fromEntries(Object.entries(value).sort(byKey)));
  let separator = '';
  yield isList ? '[' : '{';
  for (const [key, item] of entries) {
    if (!isList && item === undefined) continue;
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* canonicalPieces(item, depth - 1);
    separator = ',';
  }
  yield isList ? ']' : '}';
}

function* indexed(items: Iterable<unknown>): Generator<[string, unknown]> {
  for (const item of items) yield ['', item];
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** The value with sorted keys at all depths; the same value if they are sorted, which avoids a copy of large models. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    return items.every((it, at) => it === value[at]) ? value : items;
  }
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const items = keys.map((key) => sorted(value[key]));
  const isSorted = keys.every(
    (key, at) => items[at] === value[key] && (at === 0 || (keys[at - 1] as string) < key),
  );
  if (isSorted) return value;
  const entries = keys.map((key, at) => [key, items[at]] as [string, unknown]);
  return Object.fromEntries(entries.sort(byKey));
}
