import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../doc.js';
import type { EntryMap } from '../record.js';
import { type Kind, recordOf } from '../records.js';
import type { Found } from './cascade.js';
import { content, ordered } from './content.js';
import { remap } from './remap.js';

/** A record in words that do not depend on where it stands: what it says, and of what by its identity. */
export interface Said {
  kind: Kind;
  identity: string;
  name: string;
  /** Ids in it are identities, and entries of maps stand under what tells them apart. */
  fields: Fields;
}

/** What tells one record of a kind from the others, in every place that it stands in. */
export type Identity = (found: Found) => string;

/** The handle, which versions share (docs/service.md#handles); the id of what has none. */
export const byHandleId: Identity = ({ doc }) => (typeof doc.handleId === 'string' ? doc.handleId : doc.id);

export interface SayingOptions {
  identity?: Identity;
  /** What further ids stand for, by id: drawn objects, which steps of flows name. */
  aliases?: ReadonlyMap<string, string>;
}

/** Records as what they say. Stamps, counts of changes, what is computed and what `expand` puts beside are left out. */
export function saidBy(
  records: readonly Found[],
  { identity = byHandleId, aliases }: SayingOptions = {},
): Said[] {
  const ids = new Map(records.map((it) => [it.doc.id, identity(it)]));
  for (const [id, of] of aliases ?? []) if (!ids.has(id)) ids.set(id, ids.get(of) ?? of);
  return records.map((found) => {
    const { kind, doc } = found;
    const fields = ownWords(kind, doc);
    const local = entryKeys(kind, fields, ids);
    const known = local.size === 0 ? ids : { get: (id: string) => local.get(id) ?? ids.get(id) };
    const { id: _id, ...said } = remap(kind, { ...fields, id: doc.id }, known);
    return { kind, identity: identity(found), name: String(doc.name ?? ''), fields: tidied(kind, said) };
  });
}

/** A time, such as that of a pin, says when and not what. */
const IS_TIME = /[a-z]At$/;

/** Fields that are somebody's to say. */
function ownWords(kind: Kind, doc: Doc): Fields {
  const { expansions = {}, entries = {} } = recordOf(kind);
  // Comments on a diagram are no part of what it says: nothing tells them apart.
  const untold = Object.keys(entries).filter((map) => entries[map]?.toldBy === undefined);
  const left = new Set([...Object.keys(expansions), ...untold]);
  const said = Object.entries(content(kind, doc)).filter(
    ([field]) => !left.has(field) && !IS_TIME.test(field),
  );
  return Object.fromEntries(said);
}

/** Entries without their ids, and of an icon what it is of: that says all it shows. */
function tidied(kind: Kind, fields: Fields): Fields {
  const { entries = {}, references = {} } = recordOf(kind);
  const next = { ...fields };
  for (const [map, { inner }] of Object.entries(entries))
    if (isObject(next[map])) next[map] = withoutIds(next[map], inner);
  for (const path of Object.keys(references)) {
    const [field = '', below] = path.split('.');
    const value = next[field];
    if (below !== undefined && isObject(value)) next[field] = { [below]: value[below] ?? null };
  }
  return next;
}

/** The key is the id, here and in the map inside an entry. */
const withoutIds = (map: Fields, inner: string | undefined): Fields =>
  Object.fromEntries(
    entriesOf(map).map(([key, { id: _id, ...entry }]) => {
      const below = inner === undefined ? undefined : entry[inner];
      return [key, isObject(below) ? { ...entry, [inner ?? '']: withoutIds(below, undefined) } : entry];
    }),
  );

/** What stands for each id inside a record: what tells its entry from the others, with a number where that is no other. */
function entryKeys(kind: Kind, doc: Fields, ids: ReadonlyMap<string, string>): Map<string, string> {
  const keys = new Map<string, string>();
  const swap = (value: unknown): unknown =>
    typeof value === 'string' ? (keys.get(value) ?? ids.get(value) ?? value) : value;
  for (const [map, declared] of Object.entries(recordOf(kind).entries ?? {})) {
    if (!declared.toldBy) continue;
    const entries = entriesOf(doc[map]);
    number(entries, (entry) => keyOf(declared, entry, swap), keys);
    const { inner } = declared;
    if (inner === undefined) continue;
    for (const [id, entry] of entries)
      number(entriesOf(entry[inner]), (path) => `${keys.get(id)} ${String(path.name ?? '')}`, keys);
  }
  return keys;
}

/** Ends of a line with an arrow between them, then the rest. The place in an order tells nothing: it moves. */
function keyOf({ toldBy = [] }: EntryMap, entry: Fields, swap: (value: unknown) => unknown): string {
  const told = (fields: readonly string[]): string[] =>
    fields.flatMap((field) => (entry[field] ? [String(swap(entry[field]))] : []));
  const ends = told(toldBy.filter((it) => it.endsWith('Id'))).join(' → ');
  const rest = told(toldBy.filter((it) => !it.endsWith('Id') && it !== 'index'));
  return [ends, ...rest].filter((it) => it !== '').join(' ');
}

/** Adds a key for each entry: of those that have the same, the second gets ` #2`, in their order or by what they say. */
function number(
  entries: readonly [string, Fields][],
  keyOfEntry: (entry: Fields) => string,
  keys: Map<string, string>,
): void {
  const byKey = new Map<string, [string, Fields][]>();
  for (const one of entries) {
    const key = keyOfEntry(one[1]);
    const group = byKey.get(key);
    if (group) group.push(one);
    else byKey.set(key, [one]);
  }
  for (const [key, group] of byKey)
    for (const [at, [id]] of inOrder(group).entries()) keys.set(id, at === 0 ? key : `${key} #${at + 1}`);
}

/** By their place, else by what they say; ids tell nothing. */
function inOrder(group: readonly [string, Fields][]): readonly [string, Fields][] {
  if (group.length < 2) return group;
  const place = ([, { index }]: [string, Fields]): number => Number(index ?? 0);
  const text = ([, entry]: [string, Fields]): string => ordered(withoutAnyId(entry));
  return [...group].sort((a, b) => place(a) - place(b) || (text(a) < text(b) ? -1 : 1));
}

const withoutAnyId = (entry: Fields): Fields =>
  Object.fromEntries(
    Object.entries(entry).filter(([field, value]) => !/^id$|Ids?$/.test(field) && !isObject(value)),
  );
