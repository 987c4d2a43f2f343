import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../doc.js';
import { isKind, type Kind, recordOf } from '../records.js';

/** Ids that live inside a record: keys of its maps, and of the maps inside their entries. */
export function innerIds(kind: Kind, doc: Fields): string[] {
  return Object.entries(recordOf(kind).entries ?? {}).flatMap(([map, { inner = '' }]) =>
    entriesOf(doc[map]).flatMap(([id, entry]) => [
      id,
      ...(isObject(entry[inner]) ? Object.keys(entry[inner]) : []),
    ]),
  );
}

/** What stands for an id; undefined where it stands for itself. */
type Lookup = Pick<ReadonlyMap<string, string>, 'get'>;

/** Fields that hold ids: `id`, `parentId`, `tagIds`, and what an update of a list or map takes away. */
const HOLDS_IDS = /^(?:id|\$remove|\w+Ids?)$/;

/** Handles stay the same in every version (docs/service.md#handles), whatever ids look like. */
const HOLDS_HANDLES = /[hH]andleIds?$/;

/** `$add` and `$update` say of a field what stands in it: they hold what the field holds. */
const isOperator = (key: string): boolean => key.startsWith('$') && key !== '$remove';

/**
 * A record with every id replaced that the map knows, in its fields, lists and keys of maps. What somebody wrote stays
 * as it is, though it may read like an id: names, texts, labels, handles, and ids of what is outside the version.
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
      // What stands under an id is an entry, or the other id of a pair.
      return known === undefined ? [key, inField(key, it, holdsIds, ids)] : [known, replace(it, true, ids)];
    }),
  );
}
