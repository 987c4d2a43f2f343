import { IMPORT_OBJECT_TYPES } from '../../contract/enums.js';
import type { Element, ElementKind, Places, Value } from './element.js';
import { choiceField, type Field, type Fields, referenceField } from './field.js';
import { KINDS } from './kinds.js';
import { fieldsOf, pairsOf, placesOf, type Reading, readValue, report, resolveAlias } from './yaml/node.js';
import { pathParts } from './yaml/places.js';
import { isList, isMap, type MapNode } from './yaml/tree.js';

/**
 * Reads the service's import format (docs/service.md#imports) as a document: fields have the names of record fields,
 * domains are objects of a type of their own, and technologies and teams are referenced by id.
 */

/** Lists of an import document, with the kind of their elements. */
const LISTS: Readonly<Record<string, ElementKind>> = {
  modelObjects: 'object',
  modelConnections: 'connection',
  tags: 'tag',
  tagGroups: 'tagGroup',
};

/** Document fields that imports do not support. */
const LEFT_OUT: Partial<Record<ElementKind, readonly string[]>> = {
  object: ['domain', 'teamOnlyEditing'],
  tag: ['index'],
  tagGroup: ['index'],
};

const ICON: Field = {
  shape: { is: 'group', of: { technologyId: referenceField('technology', 'technologyId', 'A technology.') } },
  about: 'The technology that provides its icon.',
};

/** Whether a document is in the import format. */
export const isForImport = (top: MapNode): boolean => top.has('modelObjects') || top.has('modelConnections');

/** The elements of an import document, each with its source location. */
export function elementsForImport(reading: Reading, top: MapNode): { element: Element; map: MapNode }[] {
  for (const [name, , key] of pairsOf(reading, top)) {
    if (name === 'namespace' || Object.hasOwn(LISTS, name)) continue;
    const known = ['namespace', ...Object.keys(LISTS)].join(', ');
    report(reading, key, 'schema/unknown-key', `${name} is not a known field.`, `Imports accept ${known}.`);
  }
  const entries = Object.entries(LISTS).flatMap(([list, kind]) =>
    entriesOf(reading, top, list).flatMap(({ map, what }) => entryOf(reading, kind, map, what)),
  );
  const domains = new Set(entries.flatMap(({ kind, id }) => (kind === 'domain' ? [id] : [])));
  return entries.map(({ map, kind, id, fields }) => ({
    map,
    element: { kind, id, fields: below(fields, domains), places: renamed(placesOf(reading, map), kind) },
  }));
}

function entriesOf(reading: Reading, top: MapNode, list: string): { map: MapNode; what: string }[] {
  const node = resolveAlias(reading, top.get(list, true));
  if (node === undefined) return [];
  if (!isList(node)) {
    report(reading, node, 'schema/shape', `${list} must be a list.`);
    return [];
  }
  return node.items.flatMap((item, at) => {
    const map = resolveAlias(reading, item);
    if (isMap(map)) return [{ map: map as MapNode, what: `${list}[${at}]` }];
    report(reading, item, 'schema/shape', `${list}[${at}] must have fields.`);
    return [];
  });
}

interface Entry {
  map: MapNode;
  kind: ElementKind;
  id: string;
  fields: Record<string, Value>;
}

function entryOf(reading: Reading, kind: ElementKind, map: MapNode, what: string): Entry[] {
  const id = readValue(reading, { is: 'text' }, map.get('id', true), `${what}.id`);
  const written = fieldsOf(reading, tableOf(kind), map, `${what}.`, ['id']);
  if (typeof id !== 'string' || id === '') {
    report(reading, map, 'schema/required', `${what}.id is required.`);
    return [];
  }
  const fields: Record<string, Value> = {};
  for (const [key, field] of Object.entries(KINDS[kind].fields)) {
    const value = written[nameOf(key, field)];
    if (value !== undefined) fields[key] = key === 'icon' && kind === 'object' ? technologyOf(value) : value;
  }
  if (fields.type !== 'domain') return [{ map, kind, id, fields }];
  const { name, labels } = fields;
  const own = { ...(name !== undefined && { name }), ...(labels !== undefined && { labels }) };
  return [{ map, kind: 'domain', id, fields: own }];
}

const technologyOf = (icon: Value): Value =>
  (icon as Readonly<Record<string, Value | undefined>>).technologyId ?? null;

/** The import name of a field: that of the record, except for the icon. */
const nameOf = (key: string, { record }: Field): string =>
  record === undefined || record.includes('.') ? key : record;

/** The fields of an import entry, by their import names. */
const tableOf = (kind: ElementKind): Fields =>
  Object.fromEntries(
    Object.entries(KINDS[kind].fields).flatMap(([key, field]) => {
      if (LEFT_OUT[kind]?.includes(key)) return [];
      if (kind !== 'object') return [[nameOf(key, field), field]];
      if (key === 'type') return [[key, choiceField(IMPORT_OBJECT_TYPES, field.about, { required: true })]];
      return [[nameOf(key, field), key === 'icon' ? ICON : field]];
    }),
  );

/** An object below a domain has the domain instead of a parent. */
function below(fields: Readonly<Record<string, Value>>, domains: ReadonlySet<string>): Record<string, Value> {
  const { parent, ...rest } = fields;
  if (parent === undefined) return rest;
  return domains.has(String(parent)) ? { ...rest, domain: parent } : { ...fields };
}

/** Source locations, by document field names. */
const renamed = (places: Places, kind: ElementKind): Places => ({
  whole: places.whole,
  field(path) {
    const [first = '', ...rest] = pathParts(path);
    if (kind === 'object' && first === 'icon') return places.field(['icon', 'technologyId']);
    if (kind === 'object' && first === 'domain') return places.field(['parentId']);
    const field = KINDS[kind].fields[first];
    return places.field([field ? nameOf(String(first), field) : first, ...rest]);
  },
});
