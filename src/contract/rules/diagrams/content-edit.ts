import { type Doc, entriesOf, type Fields } from '../../doc.js';
import { ancestorsOf } from '../dependency-levels.js';
import { isShownOn } from './levels.js';

/** Adds objects with their connections to the content of a diagram, and finds what a removal removes. Pure. */

export type Entries = Record<string, Fields>;

/** Records of the model that a diagram can show. */
export interface ModelRecords {
  objects: ReadonlyMap<string, Fields>;
  connections: ReadonlyMap<string, Fields>;
}

/** New entries of a diagram; the objects have no position yet. */
export interface NewEntries {
  objects: Entries;
  connections: Entries;
  /** Ids of objects that were on the diagram before. */
  alreadyDrawn: string[];
}

type Content = Readonly<Fields>;

/** First drawn entry of each object, boxes before areas: lines connect boxes. */
function entryByObject(objects: readonly [string, Fields][]): Map<string, string> {
  const sorted = objects.toSorted(([, a], [, b]) => Number(a.shape === 'area') - Number(b.shape === 'area'));
  return new Map(sorted.map(([key, { modelId }]) => [String(modelId), key] as const).toReversed());
}

/**
 * Entries for objects that are not drawn yet, and for the connections of the wanted objects to everything drawn.
 * Groups, and objects whose parts are drawn too, become areas.
 */
export function newEntries(
  content: Content,
  { objects, connections }: ModelRecords,
  wanted: readonly string[],
  newId: () => string,
): NewEntries {
  const known = entriesOf(content.objects);
  const drawn = entryByObject(known);
  const fresh = [...new Set(wanted)].filter((id) => !drawn.has(id));
  const ancestors = new Set([...drawn.keys(), ...fresh].flatMap((id) => [...ancestorsOf(objects, id)]));
  const added: Entries = {};
  for (const modelId of fresh) {
    const type = objects.get(modelId)?.type;
    const shape = type === 'group' || ancestors.has(modelId) ? 'area' : 'box';
    // The key of an area is defined by the service (docs/service.md#diagram-content).
    const id = shape === 'area' ? `${modelId}-area` : newId();
    added[id] = { id, modelId, type, shape };
    drawn.set(modelId, id);
  }
  const lines = new Set(entriesOf(content.connections).map(([, { modelId }]) => modelId));
  const own = new Set(wanted);
  const addedLines: Entries = {};
  for (const [modelId, { originId, targetId }] of connections) {
    const [origin, target] = [drawn.get(String(originId)), drawn.get(String(targetId))];
    const isOwn = own.has(String(originId)) || own.has(String(targetId));
    if (!isOwn || lines.has(modelId) || origin === undefined || target === undefined) continue;
    const id = newId();
    addedLines[id] = { id, modelId, originId: origin, targetId: target };
  }
  const alreadyDrawn = [...own].filter((id) => !fresh.includes(id));
  return { objects: added, connections: addedLines, alreadyDrawn };
}

/** Ids of the objects that a connection joins to one of these. */
export function neighboursOf(ids: readonly string[], connections: ModelRecords['connections']): string[] {
  const own = new Set<unknown>(ids);
  const joined = [...connections.values()].flatMap(({ originId, targetId }) =>
    own.has(originId) ? [targetId] : own.has(targetId) ? [originId] : [],
  );
  return [...new Set(joined.map(String))].filter((id) => !own.has(id));
}

/** The nearest ancestor of an object that a diagram of this type shows. */
export const shownAncestor = (id: string, diagramType: unknown, objects: ModelRecords['objects']) =>
  [...ancestorsOf(objects, id)].find((it) => isShownOn(diagramType, objects.get(it)?.type));

/** Keys of the entries that draw these objects or connections, with the lines of the objects. */
export interface DrawnEntries {
  objects: string[];
  connections: string[];
}

export function entriesDrawing(content: Content, ids: ReadonlySet<string>): DrawnEntries {
  const objects = entriesOf(content.objects).flatMap(([key, { modelId }]) =>
    ids.has(String(modelId)) ? [key] : [],
  );
  const removedObjects = new Set<unknown>(objects);
  const connections = entriesOf(content.connections).flatMap(([key, { modelId, originId, targetId }]) =>
    ids.has(String(modelId)) || removedObjects.has(originId) || removedObjects.has(targetId) ? [key] : [],
  );
  return { objects, connections };
}

/** Steps of a flow that a removal affects: they lose a drawn object, or the line that they run along. */
export function stepsUsing(flow: Doc, content: Content, removed: DrawnEntries): string[] {
  const modelOf = new Map(entriesOf(content.objects).map(([key, { modelId }]) => [key, String(modelId)]));
  const idOf = (end: unknown): string => modelOf.get(String(end)) ?? String(end);
  const objects = new Set(removed.objects.map(idOf));
  const lines = new Map(entriesOf(content.connections));
  const pairs = new Set(
    removed.connections.flatMap((key) => {
      const [a, b] = [idOf(lines.get(key)?.originId), idOf(lines.get(key)?.targetId)];
      return [`${a} ${b}`, `${b} ${a}`];
    }),
  );
  return entriesOf(flow.steps).flatMap(([id, { originId, targetId, viaId }]) => {
    const ends = [originId, targetId, viaId].filter((it) => typeof it === 'string').map(idOf);
    const isBetweenPair = pairs.has(`${idOf(originId)} ${idOf(targetId)}`);
    return isBetweenPair || ends.some((it) => objects.has(it)) ? [id] : [];
  });
}
