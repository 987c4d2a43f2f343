import { isObject } from '../../base/is-object.js';
import { entriesOf, type Fields } from '../doc.js';
import { type Kind, recordOf } from '../records.js';

/** Ids that live inside a record: keys of its maps, and of the maps inside their entries. */
export function innerIds(kind: Kind, doc: Fields): string[] {
  return Object.entries(recordOf(kind).entries ?? {}).flatMap(([map, { inner = '' }]) =>
    entriesOf(doc[map]).flatMap(([id, entry]) => [
      id,
      ...(isObject(entry[inner]) ? Object.keys(entry[inner]) : []),
    ]),
  );
}

/** A value with every id replaced that the map knows, wherever it stands: in fields, lists and keys of maps. */
export function remap<T>(value: T, ids: ReadonlyMap<string, string>): T {
  return replace(value, ids) as T;
}

function replace(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((it) => replace(it, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, it]) => [ids.get(key) ?? key, replace(it, ids)]),
  );
}
