import { isObject } from '../../base/is-object.js';
import type { Value } from '../document/element.js';
import type { Field, Fields } from '../document/field.js';
import { drawnId } from '../document/implied.js';

type Entries = Readonly<Record<string, Value | undefined>>;

/**
 * Whether two values of a field are equivalent. Ids, drawn entries and map keys have no order. An absent value equals
 * its default; that of an open field equals any value.
 */
export function isSame(a: Value | undefined, b: Value | undefined, field: Field): boolean {
  if (a === b || (field.open && (isAbsent(a) || isAbsent(b)))) return true;
  const [one, other] = [isAbsent(a) ? field.default : a, isAbsent(b) ? field.default : b];
  if (one === other) return true;
  if (isAbsent(one) || isAbsent(other)) return isEmpty(one) && isEmpty(other);
  switch (field.shape.is) {
    case 'references':
      return sameIds(one, other);
    case 'list':
      return sameLists(one, other, field.shape.of);
    case 'group':
      return isObject(one) && isObject(other) && sameFields(one, other, field.shape.of);
    case 'map':
      return sameMaps(one, other, field.shape.of, field.open === true);
    case 'texts':
      return sameMaps(one, other, undefined, false);
    default:
      return false;
  }
}

const isAbsent = (value: Value | undefined): value is null | undefined =>
  value === undefined || value === null;

/** Whether a value is absent, or an empty list or map. */
const isEmpty = (value: Value | undefined): boolean =>
  isAbsent(value) || (typeof value === 'object' && Object.keys(value).length === 0);

function sameIds(a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  const [one, other] = [new Set<Value>(a), new Set<Value>(b)];
  return one.size === other.size && [...one].every((id) => other.has(id));
}

const sameFields = (a: Entries, b: Entries, fields: Fields): boolean =>
  Object.entries(fields).every(([key, field]) => isSame(a[key], b[key], field));

const sameEntries = (a: Value | undefined, b: Value | undefined, fields: Fields): boolean =>
  isObject(a) && isObject(b) ? sameFields(a as Entries, b as Entries, fields) : a === b;

function sameLists(a: Value, b: Value, fields: Fields): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  // Drawn entries have no order; links and steps do.
  const isDrawn = 'object' in fields || 'connection' in fields;
  const [one, other] = isDrawn ? [inOrder(a), inOrder(b)] : [a, b];
  return one.every((entry, at) => sameEntries(entry, other[at], fields));
}

function inOrder(entries: readonly Value[]): readonly Value[] {
  const keyed = entries.map((it) => [isObject(it) ? drawnId(it as Entries) : '', it] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, it]) => it);
}

/** Own properties only: users choose the keys, and may choose `constructor`. */
const own = (entries: Entries, key: string): Value | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

/** Compares maps by key; a key that only one side has is a difference unless the map is open. */
function sameMaps(a: Value, b: Value, fields: Fields | undefined, isOpen: boolean): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  const [one, other] = [a as Entries, b as Entries];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => {
    const [x, y] = [own(one, key), own(other, key)];
    if (x === undefined || y === undefined) return isOpen || x === y;
    return fields === undefined ? x === y : sameEntries(x, y, fields);
  });
}
