import type { Doc, Fields } from '../doc.js';
import type { RecordReader } from '../records.js';

/** Names identify records together with their place (docs/service.md#names): objects with their parent, connections with their ends. */

/** Kinds of records whose names identify them within their place. */
export type NamedKind = 'modelObject' | 'modelConnection';

/** Fields that two namesakes have in common. The first is the reference that leads to all candidates. */
export const NAMESAKE_FIELDS: Readonly<Record<NamedKind, readonly string[]>> = {
  modelObject: ['parentId', 'name'],
  modelConnection: ['originId', 'targetId', 'viaId', 'direction', 'name'],
};

/** The kind of the records that a body writes, if it sets a field that can give them namesakes. */
export function namesakeKind(kind: string | null, body: Fields | undefined): NamedKind | undefined {
  const known = kind === 'modelObject' || kind === 'modelConnection' ? kind : undefined;
  return known && body && NAMESAKE_FIELDS[known].some((it) => Object.hasOwn(body, it)) ? known : undefined;
}

/**
 * Equal for records with the same name in the same place. Undefined for records without a name or a place, such as roots.
 */
export function namesakeKey(kind: NamedKind, record: Fields): string | undefined {
  const [place = '', ...fields] = NAMESAKE_FIELDS[kind];
  const { name } = record;
  if (typeof record[place] !== 'string' || typeof name !== 'string' || name === '') return undefined;
  return JSON.stringify([record[place], ...fields.map((field) => record[field] ?? null)]);
}

/** The common properties of namesakes, for messages. */
export const NAMESAKES_SHARE: Readonly<Record<NamedKind, string>> = {
  modelObject: 'the same name under the same parent',
  modelConnection: 'the same name, ends and direction',
};

/** `"Database": another object has the same name under the same parent (db).` @param about Facts of the other record. */
export const namesakeInWords = (kind: NamedKind, noun: string, name: string, about: string): string =>
  `"${name}": another ${noun} has ${NAMESAKES_SHARE[kind]}${about === '' ? '' : ` (${about})`}.`;

/** An item with a namesake before it in a list: its index, the item, and the first of its namesakes. */
export interface Namesake<Item> {
  at: number;
  item: Item;
  first: Item;
}

/** Items of a list with a namesake before them. @param recordOf The fields of the record that an item stands for. */
export function namesakesIn<Item>(
  kind: NamedKind,
  items: readonly Item[],
  recordOf: (item: Item) => Fields,
): Namesake<Item>[] {
  const firsts = new Map<string, Item>();
  return items.flatMap((item, at) => {
    const key = namesakeKey(kind, recordOf(item));
    if (key === undefined) return [];
    const first = firsts.get(key);
    if (first !== undefined) return [{ at, item, first }];
    firsts.set(key, item);
    return [];
  });
}

/** A model object to be written: its new state, and the existing one if there is one. */
interface PendingName {
  doc: Doc;
  before?: Doc | undefined;
  records: Pick<RecordReader, 'get' | 'incoming'>;
}

/** Another model object with the same name under the same parent; undefined if there is none, or if neither changes. */
export function objectWithSameName({ doc, before, records }: PendingName): Doc | undefined {
  const key = namesakeKey('modelObject', doc);
  if (key === undefined || (before && namesakeKey('modelObject', before) === key)) return undefined;
  return records
    .incoming('modelObject', String(doc.parentId), { kind: 'modelObject' })
    .flatMap(({ id }): Doc[] => {
      const other = records.get('modelObject', id);
      return other && id !== doc.id ? [other] : [];
    })
    .find((other) => namesakeKey('modelObject', other) === key);
}
