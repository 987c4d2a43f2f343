import { isObject } from '../../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../../doc.js';
import { isKind, type Kind, recordOf } from '../../records.js';

/** Ids inside a record: keys of its maps, and of the maps inside their entries. */
export function innerIds(kind: Kind, doc: Fields): string[] {
  return Object.entries(recordOf(kind).entries ?? {}).flatMap(([map, { inner = '' }]) =>
    entriesOf(doc[map]).flatMap(([id, entry]) => [
      id,
      ...(isObject(entry[inner]) ? Object.keys(entry[inner]) : []),
    ]),
  );
}

/** Maps an id to its replacement; undefined keeps the id. */
type Lookup = Pick<ReadonlyMap<string, string>, 'get'>;

/** Fields that contain ids: `id`, `parentId`, `tagIds`, and the ids to remove in an update of a list or map. */
const HOLDS_IDS = /^(?:id|\$remove|\w+Ids?)$/;

/** Handles are the same in every version (docs/service.md#handles) and are never replaced. */
const HOLDS_HANDLES = /[hH]andleIds?$/;

/** The values inside `$add` and `$update` have the type of the field itself. */
const isOperator = (key: string): boolean => key.startsWith('$') && key !== '$remove';

/**
 * Replaces every id in the map: in fields, lists and map keys of a record. User text stays unchanged even if it looks
 * like an id: names, texts, labels, handles, and ids outside the version.
 */
export function remap(kind: Kind, doc: Doc, ids: Lookup): Doc {
  const { references = {} } = recordOf(kind);
  const outside = (field: string): boolean => {
    const to = references[field]?.to;
    return to !== undefined && isKind(to) && recordOf(to).owner !== 'version';
  };
  const fields = Object.entries(doc).map(([field, value]) => [
    field,
    outside(field) ? value : inField(field, value, false, ids),
  ]);
  return Object.fromEntries(fields);
}

function inField(field: string, value: unknown, holdsIds: boolean, ids: Lookup): unknown {
  if (field === 'labels') return value;
  const here = isOperator(field) ? holdsIds : HOLDS_IDS.test(field) && !HOLDS_HANDLES.test(field);
  return replace(value, here, ids);
}

function replace(value: unknown, holdsIds: boolean, ids: Lookup): unknown {
  if (typeof value === 'string') return holdsIds ? (ids.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((it) => replace(it, holdsIds, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, it]) => {
      const known = ids.get(key);
      // The value below an id is an entry, or the other id of a pair.
      return known === undefined ? [key, inField(key, it, holdsIds, ids)] : [known, replace(it, true, ids)];
    }),
  );
}
