import { isObject } from '../../../base/is-object.js';
import { canonicalJson } from '../../../base/json/canonical-json.js';
import { type Doc, entriesOf, type Fields } from '../../../contract/doc.js';
import { LAYOUT } from '../../document/drawn-fields.js';
import { type Element, elementOf, type Model, type Value } from '../../document/element.js';
import { drawnId, type Implied } from '../../document/implied.js';
import { type DrawnBoxes, placeBeside } from '../drawn-boxes.js';
import type { Body } from '../plan-types.js';
import type { RecordIds } from '../record-ids.js';
import { mapPatch } from './bodies.js';

/** Converts the content of a diagram to the bodies of requests. */

export interface ContentContext {
  model: Model;
  implied: Implied;
  ids: RecordIds;
  /** Ids of drawn entries by their keys; empty for a new diagram. */
  drawn: ReadonlyMap<string, string>;
  content: Doc | undefined;
  /** Positions on a new diagram for entries without a layout in the document. */
  places?: DrawnBoxes;
}

type Entry = Readonly<Record<string, Value | undefined>>;
type Entries = Record<string, Fields>;

const listOf = (value: Value | undefined): readonly Entry[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((it): it is Entry => isObject(it)) : [];

/** The objects and connections of a new diagram. */
export function newContent(
  diagram: Element,
  from: ContentContext,
): { objects: Entries; connections: Entries } {
  const { objects, connections } = wantedContent(diagram, from);
  return { objects, connections };
}

/** The update of a diagram's content, and its previous state; undefined if nothing changes. */
export function contentPatch(
  diagram: Element,
  from: ContentContext,
): { body: Body; before: Body } | undefined {
  const { objects, connections } = wantedContent(diagram, from);
  const current = (map: string): Entries => Object.fromEntries(entriesOf(from.content?.[map]));
  const parts = {
    objects: difference(current('objects'), objects, ({ modelId }) => from.ids.isElement('object', modelId)),
    connections: difference(
      current('connections'),
      connections,
      ({ modelId, originId, targetId }) =>
        from.ids.isElement('connection', modelId) ||
        // Deleting an end also deletes a line without a connection, so it needs no removal of its own.
        [originId, targetId].some(
          (at) => typeof at === 'string' && !(at in objects) && at in current('objects'),
        ),
    ),
  };
  const changes = Object.entries(parts).flatMap(([map, it]) => (it ? [[map, it] as const] : []));
  if (changes.length === 0) return undefined;
  return {
    body: Object.fromEntries(changes.map(([map, { patch }]) => [map, patch])),
    before: Object.fromEntries(changes.map(([map, { before }]) => [map, before])),
  };
}

/** Entries to add, change and remove; only existing entries accepted by `isOurs` are removed. */
function difference(current: Entries, wanted: Entries, isOurs: (entry: Fields) => boolean) {
  const [add, change]: [Entries, Entries] = [{}, {}];
  for (const [key, entry] of Object.entries(wanted)) {
    const known = current[key];
    if (known === undefined) add[key] = entry;
    else {
      const other = Object.entries(entry).filter(
        ([field, value]) => canonicalJson(known[field]) !== canonicalJson(value),
      );
      if (other.length > 0) change[key] = Object.fromEntries(other);
    }
  }
  const gone = Object.entries(current).flatMap(([key, it]) => (key in wanted || !isOurs(it) ? [] : [key]));
  const patch = mapPatch({ $add: add, $update: change, $remove: gone });
  if (patch === undefined) return undefined;
  const touched = [...Object.keys(add), ...Object.keys(change), ...gone];
  return { patch, before: Object.fromEntries(touched.map((key) => [key, current[key] ?? null])) };
}

/** Wanted entries by key. Optional fields that the document does not set keep their current value. */
function wantedContent(diagram: Element, from: ContentContext): { objects: Entries; connections: Entries } {
  const { model, implied, ids, content } = from;
  const keys = new Map([...from.drawn].map(([key, id]) => [id, key]));
  const layout = isObject(diagram.fields.layout) ? (diagram.fields.layout as Entry) : {};
  const layoutOf = (map: 'objects' | 'connections', id: string): Fields =>
    layoutFields(map, isObject(layout[map]) ? (layout[map] as Entry)[id] : undefined);
  const by = `diagram ${diagram.id}`;
  const areas = new Set(keys.values());
  const objects: Entries = {};
  const unplaced: string[] = [];
  for (const entry of listOf(implied.field(diagram, 'objects'))) {
    const drawn = drawnId(entry);
    const modelId = ids.resolve('object', entry.object, by);
    if (modelId === null) continue;
    const { type } = elementOf(model, 'object', String(entry.object))?.fields ?? {};
    const key =
      keys.get(drawn) ??
      freeKey(entry.shape === 'area' ? `${modelId}-area` : undefined, areas) ??
      ids.partId('drawn', diagram.id, drawn);
    areas.add(key);
    keys.set(drawn, key);
    const isKnown = isObject(content?.objects) && key in content.objects;
    const place = { ...from.places?.get(drawn), ...layoutOf('objects', drawn) };
    if (!isKnown && !('x' in place)) unplaced.push(key);
    objects[key] = { id: key, modelId, type, shape: entry.shape, ...place };
  }
  placeBeside(unplaced, objects, content);
  const connections: Entries = {};
  for (const entry of listOf(implied.field(diagram, 'connections'))) {
    const drawn = drawnId(entry);
    const modelId = ids.resolve('connection', entry.connection, by);
    if (modelId === null) continue;
    const key = keys.get(drawn) ?? ids.partId('line', diagram.id, drawn);
    const end = (of: Value | undefined): string | null => {
      const found = keys.get(String(of));
      if (found === undefined || !(found in objects))
        ids.addProblem(by, `the line ${drawn} refers to ${String(of)}, which is not on the diagram.`);
      return found ?? null;
    };
    connections[key] = {
      id: key,
      modelId,
      originId: end(entry.origin),
      targetId: end(entry.target),
      ...layoutOf('connections', drawn),
    };
  }
  return { objects, connections };
}

/** The usual key of an area, which lines refer to (docs/service.md#diagram-content), if it is free. */
const freeKey = (key: string | undefined, taken: ReadonlySet<string>): string | undefined =>
  key === undefined || taken.has(key) ? undefined : key;

/** The layout of a drawn entry as fields of its record. */
export function layoutFields(map: 'objects' | 'connections', entry: Value | undefined): Fields {
  const shape = LAYOUT[map]?.shape;
  if (shape?.is !== 'map' || !isObject(entry)) return {};
  return Object.fromEntries(
    Object.entries(shape.of).flatMap(([key, field]) => {
      const value = (entry as Entry)[key];
      const usual = field.open ? undefined : field.default;
      return (value ?? usual) === undefined ? [] : [[field.record ?? key, value ?? usual]];
    }),
  );
}
