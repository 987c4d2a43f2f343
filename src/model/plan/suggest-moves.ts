import { grouped } from '../../base/grouped.js';
import { nameOf } from '../document/containers.js';
import type { Element } from '../document/element.js';
import type { Plan } from './plan-types.js';

/** Minimum similarity, from 0 to 1, for two names to suggest a rename. */
const MIN_SIMILARITY = 0.5;
/** Maximum number of deleted elements with the same fixed properties; people would not read more suggestions. */
const MAX_DELETIONS = 100;

/**
 * Suggests `moved` entries for pairs of a deleted and a created element that look like a rename: same type, same container,
 * similar name. Suggestions are never applied. @param oldId Returns the id by which a record is matched.
 */
export function suggestMoves(
  removed: readonly Element[],
  added: readonly Element[],
  oldId: (element: Element) => string | undefined,
): Plan['moves'] {
  const free = grouped(removed, fixedPropertiesKey);
  return added.flatMap((element) => {
    const same = free.get(fixedPropertiesKey(element)) ?? [];
    if (same.length > MAX_DELETIONS) return [];
    const [best] = same
      .map((it) => ({ it, score: similarity(nameOf(it), nameOf(element)) }))
      .sort((a, b) => b.score - a.score);
    const from = best && best.score >= MIN_SIMILARITY ? oldId(best.it) : undefined;
    if (!best || from === undefined) return [];
    same.splice(same.indexOf(best.it), 1);
    return [{ kind: element.kind, from, to: element.id }];
  });
}

/** Key of the properties that a rename does not change. */
const fixedPropertiesKey = ({ kind, fields }: Element): string => {
  const { type, parent, domain, origin, target, group, of, diagram } = fields;
  return JSON.stringify([
    kind,
    type,
    parent,
    domain,
    origin,
    target,
    kind === 'tag' ? group : null,
    of,
    diagram,
  ]);
};

/** Sørensen–Dice coefficient of two names: the share of letter pairs (bigrams) that they have in common. */
function similarity(a: string, b: string): number {
  const [one, other] = [letterPairs(a), letterPairs(b)];
  if (one.length + other.length === 0) return a.toLowerCase() === b.toLowerCase() ? 1 : 0;
  const left = [...other];
  const shared = one.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (one.length + other.length);
}

function letterPairs(name: string): string[] {
  const letters = [
    ...name
      .slice(0, 200)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
