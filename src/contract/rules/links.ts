import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../doc.js';
import type { EntryMap, EntryPlace, Reference } from '../record.js';
import { isKind, type Kind, recordOf } from '../records.js';

/** An outgoing reference of a record. */
export interface Link {
  kind: Kind;
  id: string;
  /** Field name; for maps, with the field inside an entry. */
  field: string;
  /** Path for messages: `tagIds[0]`. */
  path: string;
  /** Id of the map entry that contains the reference: a diagram object or a flow step. */
  detail?: string;
  /** Map entry that the id may refer to instead of a record. */
  orEntry?: EntryPlace;
}

/** Whether a record is deleted with the target of this field (cascade); other references are only cleared. */
export const isCascading = (kind: Kind, field: string): boolean =>
  recordOf(kind).references?.[field]?.cascades ?? false;

/** Finds the references of one declared field in records of a kind. */
type Finder = (doc: Fields, found: Link[]) => void;

/** Every reference of a record, in declaration order. */
export function linksOf(kind: Kind, doc: Fields): Link[] {
  const found: Link[] = [];
  for (const find of findersOf(kind)) find(doc, found);
  return found;
}

/** Caches the finders of a kind: a write calls them several times. */
const known = new Map<Kind, readonly Finder[]>();

function findersOf(kind: Kind): readonly Finder[] {
  const cached = known.get(kind);
  if (cached) return cached;
  const { references = {}, entries = {}, pairs = {} } = recordOf(kind);
  const finders = [
    ...Object.entries(references).map(([field, { to }]) => inField(field, kindOf(to))),
    ...Object.entries(entries).map(([map, declared]) => inEntries(map, declared)),
    ...Object.entries(pairs).map(([map, { key, value }]) => inPairs(map, kindOf(key), kindOf(value))),
  ];
  known.set(kind, finders);
  return finders;
}

/** The outer field of a path such as `icon.catalogTechnologyId`, and the inner one. */
const outer = (field: string): string => field.split('.')[0] ?? field;

/** Value of a field, or of a field of an object: `icon.catalogTechnologyId`. */
export function valueAt(doc: Fields, field: string): unknown {
  const [name, inner] = field.split('.');
  return valueIn(doc[name ?? ''], inner);
}

const valueIn = (value: unknown, inner: string | undefined): unknown =>
  inner === undefined ? value : isObject(value) ? value[inner] : undefined;

function kindOf(name: string): Kind {
  if (!isKind(name)) throw new TypeError(`A reference names the unknown record kind "${name}".`);
  return name;
}

function inField(field: string, kind: Kind): Finder {
  const [name = field, inner] = field.split('.');
  return (doc, found) => {
    const value = valueIn(doc[name], inner);
    if (typeof value === 'string') found.push({ kind, id: value, field, path: field });
    else if (Array.isArray(value)) {
      for (const [at, id] of value.entries())
        found.push({ kind, id: String(id), field, path: `${field}[${at}]` });
    }
  };
}

function inEntries(map: string, { references = {} }: EntryMap): Finder {
  const declared = Object.entries(references).map(([field, { to, orEntry }]) => ({
    field,
    kind: kindOf(to),
    also: orEntry && { orEntry },
  }));
  if (declared.length === 0) return () => {};
  return (doc, found) => {
    for (const [detail, entry] of entriesOf(doc[map])) {
      for (const { field, kind, also } of declared) {
        const id = entry[field];
        if (typeof id !== 'string') continue;
        const path = `${map}.${detail}.${field}`;
        found.push({ kind, id, field: `${map}.${field}`, path, detail, ...also });
      }
    }
  };
}

const inPairs =
  (map: string, key: Kind, value: Kind): Finder =>
  (doc, found) => {
    const pairs = doc[map];
    for (const [from, to] of Object.entries(isObject(pairs) ? pairs : {})) {
      const shared = { field: map, path: `${map}.${from}`, detail: from };
      found.push({ kind: key, id: from, ...shared }, { kind: value, id: String(to), ...shared });
    }
  };

/** A deleted record, or one about to be deleted. */
interface Target {
  kind: Kind;
  id: string;
}

const refersTo = (reference: Reference, value: unknown, target: Target): boolean =>
  reference.to === target.kind && value === target.id;

/** The record without references to a deleted one. */
export function detach(kind: Kind, doc: Doc, target: Target): Doc {
  const { references = {}, entries = {}, pairs = {} } = recordOf(kind);
  return {
    ...doc,
    ...clearedFields(references, doc, target),
    ...clearedMaps(entries, doc, target),
    ...clearedPairs(pairs, doc, target),
  };
}

function clearedFields(references: Readonly<Record<string, Reference>>, doc: Fields, target: Target): Fields {
  const next: Fields = {};
  for (const [field, reference] of Object.entries(references)) {
    const value = valueAt(doc, field);
    if (Array.isArray(value)) next[field] = value.filter((id) => !refersTo(reference, id, target));
    else if (refersTo(reference, value, target)) next[outer(field)] = null;
  }
  return next;
}

/** Removes map entries that are deleted with the target, and clears references to it in the others. */
function clearedMaps(entries: Readonly<Record<string, EntryMap>>, doc: Fields, target: Target): Fields {
  const next: Record<string, Fields> = {};
  for (const [map, { references = {} }] of Object.entries(entries)) {
    if (!isObject(doc[map])) continue;
    const remaining = entriesOf(doc[map]).filter(
      ([, entry]) =>
        !Object.entries(references).some(([field, it]) => it.cascades && refersTo(it, entry[field], target)),
    );
    next[map] = Object.fromEntries(
      remaining.map(([id, entry]) => [id, { ...entry, ...clearedFields(references, entry, target) }]),
    );
  }
  for (const [map, { within = {} }] of Object.entries(entries)) {
    const isIntact = ([, entry]: [string, Fields]) =>
      Object.entries(within).every(([field, other]) => {
        const at = entry[field];
        return typeof at !== 'string' || hasEntry(at, next[other]);
      });
    if (next[map]) next[map] = Object.fromEntries(entriesOf(next[map]).filter(isIntact));
  }
  return next;
}

/** A missing map does not show that an entry is missing. */
const hasEntry = (id: string, map: Fields | undefined): boolean =>
  map === undefined || Object.hasOwn(map, id);

function clearedPairs(
  declared: Readonly<Record<string, { key: string; value: string }>>,
  doc: Fields,
  target: Target,
): Fields {
  const next: Fields = {};
  for (const [map, { key, value }] of Object.entries(declared)) {
    const pairs = doc[map];
    if (!isObject(pairs)) continue;
    const isAffected = ([from, to]: [string, unknown]) =>
      (key === target.kind && from === target.id) || (value === target.kind && to === target.id);
    next[map] = Object.fromEntries(Object.entries(pairs).filter((pair) => !isAffected(pair)));
  }
  return next;
}
