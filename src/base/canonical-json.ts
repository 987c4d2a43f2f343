import { isObject } from './is-object.js';

/** JSON with sorted keys: equal values give equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

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
  const entries = keys.map((key, at) => [key, items[at]] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
