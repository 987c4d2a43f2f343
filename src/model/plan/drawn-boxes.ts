import type { Doc, Fields } from '../../contract/doc.js';
import { entriesOf } from '../../contract/doc.js';
import type { SceneInput } from '../../drawing/index.js';
import { connectionRecord, objectRecord, technologyRecords } from '../analysis/graph/scene-input.js';
import { type Element, elementsOf, type Model, type Value } from '../document/element.js';
import { drawnId, type Implied } from '../document/implied.js';

/** Bounding boxes of entries on diagrams without a layout: the service does not compute any. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bounding boxes by the id of the drawn entry. */
export type DrawnBoxes = ReadonlyMap<string, Box>;

type Entry = Readonly<Record<string, Value | undefined>>;

/** The parts of a scene by document id, shared by all diagrams. They are complete: the size of a box depends on all of them. */
export const scenePartsOf = (model: Model): SceneParts => {
  const [objects, connections] = [elementsOf(model, 'object'), elementsOf(model, 'connection')];
  return {
    types: new Map(objects.map(({ id, fields }) => [id, String(fields.type)])),
    modelObjects: objects.map((it) => objectRecord(it)),
    modelConnections: connections.map(connectionRecord),
    technologies: technologyRecords([...objects, ...connections], {}),
  };
};
interface SceneParts extends Pick<SceneInput, 'modelObjects' | 'modelConnections' | 'technologies'> {
  /** Types of objects by id. */
  types: ReadonlyMap<string, string>;
}

/** Lays out a new diagram. Deterministic. */
export async function layOutDiagram(
  diagram: Element,
  implied: Implied,
  parts: SceneParts,
): Promise<DrawnBoxes> {
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
  const { buildScene, layOutScene } = await import('../../drawing/index.js');
  const { scene } = buildScene({
    diagram: { id: diagram.id, name: String(diagram.fields.name) },
    content: { objects: byId(objects), connections: byId(connections) },
    ...parts,
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

/** Distance between entries (docs/service.md#diagram-content). */
const PITCH = { x: 384, y: 320 };

/** Positions entries in a column to the right of everything that is drawn already. */
export function placeBeside(
  keys: readonly string[],
  objects: Record<string, Fields>,
  content: Doc | undefined,
): void {
  const there = entriesOf(content?.objects).map(([, it]) => it);
  const positioned = Object.values(objects).filter((it) => typeof it.x === 'number');
  const all = [...there, ...positioned];
  const x = all.length === 0 ? 0 : Math.max(...all.map((it) => Number(it.x))) + PITCH.x;
  const y = all.length === 0 ? 0 : Math.min(...all.map((it) => Number(it.y)));
  for (const [at, key] of keys.entries()) objects[key] = { ...objects[key], x, y: y + at * PITCH.y };
}
