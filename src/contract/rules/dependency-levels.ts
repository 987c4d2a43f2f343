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

/** Result of `liftConnections`. */
export interface Lifted<C> {
  connections: C[];
  /** Number of removed connections of the focus. */
  inside: number;
}

/**
 * Lifts the ends of connections to a level: an object below the level is replaced by its nearest ancestor at the level
 * or above it. The focus and its descendants are not replaced, so that its connections remain its own. Connections that
 * become internal to one object are removed.
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
  // Connections that were internal before remain, such as those between an object and its ancestor.
  const becameInternal = (it: C, at: number): boolean =>
    isInside(it) && connections[at] !== undefined && !isInside(connections[at]);
  return {
    connections: lifted.filter((it, at) => !becameInternal(it, at)),
    inside: lifted.filter(
      (it, at) => becameInternal(it, at) && [it.originId, it.targetId].some((end) => own.has(end)),
    ).length,
  };
}

function liftObject(objects: ReadonlyMap<string, LeveledObject>, id: string, level: Level): string {
  const lowest = LEVELS.indexOf(level);
  for (const at of [id, ...ancestorsOf(objects, id)]) {
    const found = levelOf(objects.get(at)?.type);
    if (found !== undefined && LEVELS.indexOf(found) <= lowest) return at;
  }
  return id;
}

/** Ancestors of an object, the nearest first; stops at a cycle. */
export function ancestorsOf(objects: ReadonlyMap<string, { parentId?: unknown }>, id: string): Set<string> {
  const found = new Set<string>();
  let at = objects.get(id)?.parentId;
  while (typeof at === 'string' && at !== '' && !found.has(at)) {
    found.add(at);
    at = objects.get(at)?.parentId;
  }
  return found;
}
