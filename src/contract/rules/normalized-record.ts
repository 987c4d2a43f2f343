import { isObject } from '../../base/is-object.js';
import { canonicalJson } from '../../base/json/canonical-json.js';
import { type Doc, entriesOf, type Fields } from '../doc.js';
import type { EntryMap } from '../record.js';
import { type Kind, recordOf } from '../records.js';
import { withoutDrafts } from './adr.js';
import type { DocOfKind } from './cascade.js';
import { content } from './diagrams/content.js';
import { valueAt } from './links.js';
import { remap } from './versions/remap.js';

/** Normalized form of a record that does not depend on its location: references are replaced by identities. */
export interface NormalizedRecord {
  kind: Kind;
  identity: string;
  name: string;
  /** Fields in which ids are replaced by identities, and map entries are keyed by their identifying fields. */
  fields: Fields;
}

/** Identity of a record, the same in every version or landscape that contains it. */
export type Identity = (found: DocOfKind) => string;

/** The handle, which versions share (docs/service.md#handles), or the id of a record without one. */
export const byHandleId: Identity = ({ doc }) => (typeof doc.handleId === 'string' ? doc.handleId : doc.id);

export interface NormalizeOptions {
  identity?: Identity;
  /** Replacements for other ids, such as drawn objects that flow steps refer to. */
  aliases?: ReadonlyMap<string, string>;
}

/** Normalizes records. Stamps, change counts, derived fields and expansions are omitted. */
export function normalize(
  records: readonly DocOfKind[],
  { identity = byHandleId, aliases }: NormalizeOptions = {},
): NormalizedRecord[] {
  const ids = new Map(records.map((it) => [it.doc.id, identity(it)]));
  for (const [id, of] of aliases ?? []) if (!ids.has(id)) ids.set(id, ids.get(of) ?? of);
  return records.map((found) => {
    const { kind, doc } = found;
    const fields = userFields(kind, doc);
    const local = entryKeys(kind, fields, ids);
    const known = local.size === 0 ? ids : { get: (id: string) => local.get(id) ?? ids.get(id) };
    const { id: _id, ...ownFields } = remap(kind, { ...fields, id: doc.id }, known);
    return {
      kind,
      identity: identity(found),
      name: String(doc.name ?? ''),
      fields: withoutEntryIds(kind, ownFields),
    };
  });
}

/** Times, such as that of a pin, are history and not content. */
const IS_TIME = /[a-z]At$/;

/** Fields that users set. */
function userFields(kind: Kind, doc: Doc): Fields {
  const { expansions = {}, entries = {} } = recordOf(kind);
  // Comments on a diagram are omitted: they have no identifying fields.
  const unidentified = Object.keys(entries).filter((map) => entries[map]?.identifiedBy === undefined);
  const omitted = new Set([...Object.keys(expansions), ...unidentified]);
  // Snapshots do not contain drafts.
  const compared = kind === 'adr' ? withoutDrafts(doc) : doc;
  const ownFields = Object.entries(content(kind, compared)).filter(
    ([field]) => !omitted.has(field) && !IS_TIME.test(field),
  );
  return Object.fromEntries(ownFields);
}

/** Removes ids from entries, and reduces an icon to the reference that it is built from. */
function withoutEntryIds(kind: Kind, fields: Fields): Fields {
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

/** Keys for the ids inside a record, made of the identifying fields of each entry; duplicates are numbered. */
function entryKeys(kind: Kind, doc: Fields, ids: ReadonlyMap<string, string>): Map<string, string> {
  const keys = new Map<string, string>();
  const swap = (value: unknown): unknown =>
    typeof value === 'string' ? (keys.get(value) ?? ids.get(value) ?? value) : value;
  for (const [map, declared] of Object.entries(recordOf(kind).entries ?? {})) {
    if (!declared.identifiedBy) continue;
    const entries = entriesOf(doc[map]);
    number(entries, (entry) => keyOf(declared, entry, swap), keys);
    const { inner } = declared;
    if (inner === undefined) continue;
    for (const [id, entry] of entries)
      number(entriesOf(entry[inner]), (path) => `${keys.get(id)} ${String(path.name ?? '')}`, keys);
  }
  return keys;
}

/**
 * The ends of a line with an arrow between them, then the other fields. `index` is ignored because it changes when
 * other entries move.
 */
function keyOf({ identifiedBy = [] }: EntryMap, entry: Fields, swap: (value: unknown) => unknown): string {
  const valuesOf = (fields: readonly string[]): string[] =>
    fields.flatMap((field) => {
      const value = valueAt(entry, field);
      return value ? [String(swap(value))] : [];
    });
  const ends = valuesOf(identifiedBy.filter((it) => it.endsWith('Id'))).join(' → ');
  const rest = valuesOf(identifiedBy.filter((it) => !it.endsWith('Id') && it !== 'index'));
  return [ends, ...rest].filter((it) => it !== '').join(' ');
}

/**
 * Adds a key for each entry. Among entries with the same key the second gets ` #2`, ordered by index and then by
 * content.
 */
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

/** Sorts by index, then by content; ids are not comparable. */
function inOrder(group: readonly [string, Fields][]): readonly [string, Fields][] {
  if (group.length < 2) return group;
  const place = ([, { index }]: [string, Fields]): number => Number(index ?? 0);
  const text = ([, entry]: [string, Fields]): string => canonicalJson(withoutAnyId(entry));
  return [...group].sort((a, b) => place(a) - place(b) || (text(a) < text(b) ? -1 : 1));
}

const withoutAnyId = (entry: Fields): Fields =>
  Object.fromEntries(
    Object.entries(entry).filter(([field, value]) => !/^id$|Ids?$/.test(field) && !isObject(value)),
  );
