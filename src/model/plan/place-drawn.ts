import type { Doc, Fields } from '../../contract/doc.js';
import { entriesOf } from '../../contract/doc.js';
import { buildScene, layOutScene } from '../../drawing/index.js';
import { type Element, elementsOf, type Model, type Value } from '../document/element.js';
import { drawnId, type Implied } from '../document/implied.js';

/** Where things stand on a diagram that nobody has laid out. The service lays nothing out. */

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** By the id of what is drawn. */
export type Places = ReadonlyMap<string, Place>;

type Entry = Readonly<Record<string, Value | undefined>>;

/** What pictures are made of, by the ids of a document; once for all diagrams. */
export const scenePartsOf = (model: Model) => ({
  types: new Map(elementsOf(model, 'object').map(({ id, fields }) => [id, String(fields.type)])),
  modelObjects: elementsOf(model, 'object').map(({ id, fields }) => ({
    id,
    name: String(fields.name),
    type: String(fields.type),
    parentId: typeof fields.parent === 'string' ? fields.parent : null,
    groupIds: Array.isArray(fields.groups) ? (fields.groups as string[]) : [],
    ...(typeof fields.caption === 'string' && { caption: fields.caption }),
  })),
  modelConnections: elementsOf(model, 'connection').map(({ id, fields }) => ({
    id,
    name: String(fields.name),
    direction: typeof fields.direction === 'string' ? fields.direction : null,
  })),
});
type SceneParts = ReturnType<typeof scenePartsOf>;

/** Places for everything on a new diagram; the same diagram always gets the same. */
export async function placesOn(diagram: Element, implied: Implied, parts: SceneParts): Promise<Places> {
  const entries = (key: string) => (implied.field(diagram, key) ?? []) as readonly Entry[];
  const typeOf = parts.types;
  const objects = entries('objects').map((it) => ({
    id: drawnId(it),
    modelId: String(it.object),
    shape: String(it.shape),
    type: typeOf.get(String(it.object)),
  }));
  const connections = entries('connections').map((it) => ({
    id: drawnId(it),
    modelId: String(it.connection),
    originId: String(it.origin),
    targetId: String(it.target),
  }));
  const { scene } = buildScene({
    diagram: { id: diagram.id, name: String(diagram.fields.name) },
    content: { objects: byId(objects), connections: byId(connections) },
    ...parts,
    technologies: [],
    tags: [],
    tagGroups: [],
  });
  const { nodes } = await layOutScene(scene);
  return new Map(
    [...nodes].map(([id, { x, y, width, height }]) => [
      id,
      { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    ]),
  );
}

const byId = <Item extends { id: string }>(items: readonly Item[]): Record<string, Item> =>
  Object.fromEntries(items.map((it) => [it.id, it]));

/** How far apart things stand (docs/service.md#diagram-content). */
const PITCH = { x: 384, y: 320 };

/** Gives these entries a place: below each other, to the right of all that is drawn. */
export function besideAll(
  keys: readonly string[],
  objects: Record<string, Fields>,
  content: Doc | undefined,
): void {
  const there = entriesOf(content?.objects).map(([, it]) => it);
  const told = Object.values(objects).filter((it) => typeof it.x === 'number');
  const all = [...there, ...told];
  const x = all.length === 0 ? 0 : Math.max(...all.map((it) => Number(it.x))) + PITCH.x;
  const y = all.length === 0 ? 0 : Math.min(...all.map((it) => Number(it.y)));
  for (const [at, key] of keys.entries()) objects[key] = { ...objects[key], x, y: y + at * PITCH.y };
}
