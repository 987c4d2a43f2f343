import type { PlacedConnection, PlacedObject, SceneInput } from './records.js';

/** The diagram's objects and connections, each joined to its model record. Connections without two ends are left out. */
export function place(input: SceneInput): { objects: PlacedObject[]; connections: PlacedConnection[] } {
  const models = new Map(input.modelObjects.map((model) => [model.id, model]));
  const lines = new Map(input.modelConnections.map((model) => [model.id, model]));
  const objects = Object.values(input.content.objects ?? {}).map(
    (drawn): PlacedObject => ({ id: drawn.id, drawn, model: models.get(drawn.modelId) }),
  );
  const ids = new Set(objects.map((object) => object.id));
  const end = (drawn: string | null | undefined, modelId: string | undefined): string | undefined =>
    drawn && ids.has(drawn) ? drawn : objects.find((object) => object.drawn.modelId === modelId)?.id;

  const connections: PlacedConnection[] = [];
  for (const drawn of Object.values(input.content.connections ?? {})) {
    const model = drawn.modelId ? lines.get(drawn.modelId) : undefined;
    const originId = end(drawn.originId, model?.originId);
    const targetId = end(drawn.targetId, model?.targetId);
    if (originId && targetId) connections.push({ id: drawn.id, originId, targetId, model });
  }
  return { objects, connections };
}

/** True for what is drawn around other things: areas, and groups whatever their shape. */
export function isContainer(object: PlacedObject): boolean {
  return object.drawn.shape === 'area' || isGroup(object);
}

/** True for an object of type group. */
export function isGroup(object: PlacedObject): boolean {
  return (object.model?.type ?? object.drawn.type) === 'group';
}
