import type { Relations } from '../../site/relations.js';
import type { SiteObject } from '../../site/types.js';

/**
 * Objects that use an object or its content, directly or through others, nearest first. Linear in the connections that
 * it follows.
 */
export function dependentsOf(relations: Relations, id: string): SiteObject[] {
  const inside = new Set([id]);
  for (const member of inside) for (const child of relations.children(member)) inside.add(child.id);
  const found = new Set(inside);
  // Iterating over the set includes ids that are added meanwhile.
  for (const user of found)
    for (const { origin, target, direction } of relations.incoming(user)) {
      found.add(origin);
      if (direction === 'bidirectional') found.add(target);
    }
  return [...found].flatMap((it) => (inside.has(it) ? [] : (relations.object(it) ?? [])));
}
