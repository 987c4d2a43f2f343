import { type GraphConnection, type GraphObject, graphOf, partsOf } from './dependencies.js';

/** Levels of the hierarchy of objects, from the outside to the inside (docs/service.md#dependencies). Pure. */
export const LEVELS = ['system', 'app', 'component'] as const;
export type Level = (typeof LEVELS)[number];

export interface LeveledObject extends GraphObject {
  type: string;
}

const TYPES: Readonly<Record<string, Level>> = {
  actor: 'system',
  system: 'system',
  app: 'app',
  store: 'app',
  component: 'component',
};

/** Level of a type of object; undefined for groups and the root, which exist at every level. */
export const levelOf = (type: string | undefined): Level | undefined => TYPES[type ?? ''];

export interface Lifted<C> {
  connections: C[];
  /** Connections that are inside one object at this level. */
  inside: number;
}

/**
 * Lifts the ends of connections to a level: an object below the level is replaced by its nearest ancestor at the level
 * or above it. The focus and its descendants are not replaced, so that its connections remain its own.
 */
export function liftConnections<C extends GraphConnection>(
  connections: readonly C[],
  objects: ReadonlyMap<string, LeveledObject>,
  { level, focus }: { level: Level; focus: string },
): Lifted<C> {
  const own = partsOf(graphOf(objects.values(), []), focus);
  const around = ancestorsOf(objects, focus);
  const known = new Map<string, string>();
  const lift = (id: string): string => {
    if (own.has(id)) return id;
    const found = known.get(id) ?? liftObject(objects, id, level);
    known.set(id, found);
    return found;
  };
  const lifted = connections.map((it) => ({
    ...it,
    originId: lift(it.originId),
    targetId: lift(it.targetId),
    ...(it.viaId && { viaId: lift(it.viaId) }),
  }));
  const isInside = ({ originId, targetId }: C): boolean =>
    originId === targetId ||
    (own.has(originId) && around.has(targetId)) ||
    (own.has(targetId) && around.has(originId));
  // A connection that was inside one object before is not news, nor is one of an ancestor itself.
  const isLost = (it: C, at: number): boolean =>
    isInside(it) && connections[at] !== undefined && !isInside(connections[at]);
  return {
    connections: lifted.filter((it, at) => !isLost(it, at)),
    inside: lifted.filter(
      (it, at) => isLost(it, at) && [it.originId, it.targetId].some((end) => own.has(end)),
    ).length,
  };
}

function liftObject(objects: ReadonlyMap<string, LeveledObject>, id: string, level: Level): string {
  const most = LEVELS.indexOf(level);
  for (const at of [id, ...ancestorsOf(objects, id)]) {
    const found = levelOf(objects.get(at)?.type);
    if (found !== undefined && LEVELS.indexOf(found) <= most) return at;
  }
  return id;
}

/** Ancestors of an object, the nearest first; stops at a cycle. */
export function ancestorsOf(objects: ReadonlyMap<string, GraphObject>, id: string): Set<string> {
  const found = new Set<string>();
  for (let at = objects.get(id)?.parentId; at && !found.has(at); at = objects.get(at)?.parentId)
    found.add(at);
  return found;
}
