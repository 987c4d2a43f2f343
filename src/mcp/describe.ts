import type { JsonObject } from '../base/json/json-object.js';
import { entriesOf, idsAt, textAt, type Value } from '../model/document/element.js';
import type { Shape } from '../model/document/field.js';
import { MODEL_KINDS } from '../model/document/kinds.js';
import { type Entity, isElementKind, kindWordOf, type ModelView } from './model-view.js';

/** Converts elements to compact data with names instead of ids. */

/** Fields that are shown in another form, or only draw the element. */
const LEFT_OUT: ReadonlySet<string> = new Set(['name', 'layout', 'objects', 'connections', 'steps', 'index']);

/** A row for lists: what is needed to choose an element. */
export function rowOf(view: ModelView, entity: Entity, withId = false): JsonObject {
  const { kind, fields } = entity;
  const path = kind === 'object' ? view.path(kind, entity.id) : undefined;
  const name = view.nameOf(entity);
  return {
    kind: kindWordOf(kind),
    name: kind === 'object' ? name : view.word(kind, entity.id),
    ...(path !== undefined && path !== name && { path }),
    ...text('type', fields.type),
    ...(fields.status !== 'live' && text('status', fields.status)),
    ...(fields.external === true && { external: true }),
    ...text('caption', fields.caption),
    ...(kind === 'connection' && {
      from: view.word('object', textAt(fields, 'origin') ?? ''),
      to: view.word('object', textAt(fields, 'target') ?? ''),
    }),
    ...(withId && { id: idOf(entity) }),
  };
}

/** Id of the record in the service, or of the element in the document. */
export const idOf = ({ id, recordId }: Entity): string => recordId ?? id;

const text = (key: string, value: Value | undefined): JsonObject =>
  typeof value === 'string' && value !== '' ? { [key]: value } : {};

/** All fields of an element that differ from their defaults, with names instead of ids. */
export function fieldsIn(view: ModelView, { kind, fields }: Entity): JsonObject {
  const shapes = MODEL_KINDS[kind].fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const shape = shapes[key]?.shape;
      return LEFT_OUT.has(key) || shape === undefined ? [] : [[key, valueIn(view, shape, value)]];
    }),
  );
}

/** The value of a field, with names instead of ids. */
export function valueIn(view: ModelView, shape: Shape | undefined, value: Value): unknown {
  const word = (id: Value): Value =>
    typeof id === 'string' &&
    shape &&
    'to' in shape &&
    isElementKind(shape.to) &&
    view.hasElement(shape.to, id)
      ? view.word(shape.to, id)
      : id;
  if (shape?.is === 'reference') return word(value);
  if (shape?.is === 'references' && Array.isArray(value)) return (value as readonly Value[]).map(word);
  return value;
}

/** The relations of an element: what is inside it, what it uses, where it is drawn. */
export function relationsIn(view: ModelView, entity: Entity): JsonObject {
  switch (entity.kind) {
    case 'object':
      return objectRelations(view, entity.id);
    case 'diagram':
      return {
        objects: drawnOn(view, entity.id, 'object').map((id) => view.word('object', id)),
        flows: view.all('flow').flatMap((it) => (it.fields.diagram === entity.id ? [view.nameOf(it)] : [])),
      };
    case 'flow':
      return { steps: entriesOf(entity.fields.steps).length };
    case 'tag':
      return { objects: taggedWith(view, entity.id) };
    case 'domain':
      return { objects: topLevelOf(view, entity.id) };
    default:
      return {};
  }
}

const taggedWith = (view: ModelView, tag: string): string[] =>
  view
    .all('object')
    .flatMap((it) => (idsAt(it.fields, 'tags').includes(tag) ? [view.word('object', it.id)] : []));

const topLevelOf = (view: ModelView, domain: string): string[] =>
  view
    .all('object')
    .flatMap(({ id, fields }) =>
      fields.domain === domain && fields.parent === undefined ? [view.word('object', id)] : [],
    );

/** Ids of the objects or connections that are drawn on a diagram. */
export function drawnOn(view: ModelView, diagramId: string, kind: 'object' | 'connection'): string[] {
  const diagram = view.element('diagram', diagramId);
  const entries = diagram ? entriesOf(view.implied.field(diagram, `${kind}s`)) : [];
  return [...new Set(entries.map((it) => String(it[kind])))].filter((id) => view.hasElement(kind, id));
}

function objectRelations(view: ModelView, id: string): JsonObject {
  const contains = view
    .all('object')
    .flatMap((it) =>
      it.fields.parent === id ? [{ name: view.nameOf(it), ...text('type', it.fields.type) }] : [],
    );
  const ends = (near: 'origin' | 'target', far: 'origin' | 'target') =>
    view.all('connection').flatMap((it) => {
      const isBoth = it.fields.direction === 'bidirectional';
      const isHere = it.fields[near] === id || (isBoth && it.fields[far] === id);
      if (!isHere) return [];
      const other = textAt(it.fields, it.fields[near] === id ? far : near) ?? '';
      return [{ object: view.word('object', other), connection: view.nameOf(it) }];
    });
  const diagrams = view.all('diagram').flatMap((it) => (it.fields.of === id ? [view.nameOf(it)] : []));
  return withoutEmpty({
    contains,
    uses: ends('origin', 'target'),
    usedBy: ends('target', 'origin'),
    diagrams,
  });
}

/** Leaves out empty lists. */
export const withoutEmpty = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
