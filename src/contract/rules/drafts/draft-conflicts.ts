import { isObject } from '../../../base/is-object.js';
import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { Fields } from '../../doc.js';
import { isOperators } from '../patch.js';

/**
 * Fields that a draft task changes although they have changed since the task was drafted (docs/service.md#draft merge
 * conflicts: `overwrite`), each `field: problem`. `settled` are the fields that earlier tasks of the draft set.
 *
 * The snapshot has the shape of an update. In a map, `$update` and `$replace` contain the previous values of entries,
 * `$add` the previous values of entries that the task removes, and `$remove` the ids of entries that did not exist.
 * Operators on id lists never conflict: adding or removing an id is idempotent.
 */
export function staleFields(
  { props, snapshot }: { props: Fields; snapshot: Fields },
  current: Fields,
  settled: ReadonlySet<string>,
): string[] {
  return Object.entries(snapshot).flatMap(([field, was]) => {
    if (field === 'commit' || props[field] === undefined || settled.has(field)) return [];
    const is = current[field];
    if (!isOperators(was)) return same(was, is) ? [] : [`${field}: ${changeText(was, is)}`];
    return Array.isArray(is) ? [] : staleEntries(field, was, isObject(is) ? is : {});
  });
}

function staleEntries(field: string, was: Fields, entries: Fields): string[] {
  const part = (operator: string) => Object.entries(isObject(was[operator]) ? was[operator] : {});
  const changed = [...part('$update'), ...part('$replace')].flatMap(([id, then]) =>
    entries[id] === undefined
      ? [`${field}.${id}: no longer exists`]
      : differences(`${field}.${id}`, then, entries[id]),
  );
  const removed = part('$add').flatMap(([id, then]) =>
    entries[id] === undefined ? [] : differences(`${field}.${id}`, then, entries[id]),
  );
  const absent = Array.isArray(was.$remove) ? was.$remove : [];
  const taken = absent.filter((id) => entries[String(id)] !== undefined);
  return [...changed, ...removed, ...taken.map((id) => `${field}.${id}: already exists`)];
}

/** Fields of an entry that no longer have their previous value; new fields are ignored. */
function differences(path: string, was: unknown, is: unknown): string[] {
  if (!isObject(was) || !isObject(is)) return same(was, is) ? [] : [`${path}: ${changeText(was, is)}`];
  return Object.entries(was).flatMap(([key, value]) =>
    same(value, is[key]) ? [] : [`${path}.${key}: ${changeText(value, is[key])}`],
  );
}

/** An update cannot clear every field in the same way, so undefined, null and the empty text are equal. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function same(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  // Lists of ids are compared as sets.
  const plain = (value: unknown) => (Array.isArray(value) ? [...value].map(canonicalJson).sort() : value);
  return canonicalJson(plain(a)) === canonicalJson(plain(b));
}

const changeText = (was: unknown, is: unknown): string =>
  `was ${shown(was)} when drafted, is now ${shown(is)}`;

function shown(value: unknown): string {
  const text = isEmpty(value) ? 'empty' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
