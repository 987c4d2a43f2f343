import type { Relations } from './relations.js';
import type { SiteObject } from './types.js';

export interface Dependent {
  object: SiteObject;
  /** Number of connections between the two. */
  distance: number;
}

/**
 * Objects that use an object or its content, directly or through others, nearest first. Linear in the connections that
 * it follows.
 */
export function dependentsOf(relations: Relations, id: string): Dependent[] {
  const inside = new Set([id]);
  for (const member of inside) for (const child of relations.children(member)) inside.add(child.id);
  const found = new Map([...inside].map((it) => [it, 0]));
  // Iterating over the map includes ids that are added meanwhile.
  for (const [user, distance] of found)
    for (const { origin, target, direction } of relations.incoming(user))
      for (const next of direction === 'bidirectional' ? [origin, target] : [origin])
        if (!found.has(next)) found.set(next, distance + 1);
  return [...found].flatMap(([it, distance]) => {
    const object = distance === 0 ? undefined : relations.object(it);
    return object ? [{ object, distance }] : [];
  });
}
