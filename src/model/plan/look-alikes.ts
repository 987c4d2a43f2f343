import { grouped } from '../../base/grouped.js';
import type { Element } from '../document/element.js';
import type { Plan } from './plan-types.js';

/** Minimum similarity, from 0 to 1, for two names to suggest a rename. */
const ALIKE = 0.5;
/** With more deletions than this in one place, suggestions would not be read. */
const MOST = 100;

/**
 * Pairs of a deleted and a created element that look like a rename: same type, same place, similar name. They are only
 * suggestions for `moved`, and are never applied. `oldId` returns the id by which a record is matched.
 */
export function lookAlikes(
  gone: readonly Element[],
  made: readonly Element[],
  oldId: (element: Element) => string | undefined,
): Plan['moves'] {
  const free = grouped(gone, placeOf);
  return made.flatMap((element) => {
    const same = free.get(placeOf(element)) ?? [];
    if (same.length > MOST) return [];
    const [best] = same
      .map((it) => ({ it, score: likeness(nameOf(it), nameOf(element)) }))
      .sort((a, b) => b.score - a.score);
    const from = best && best.score >= ALIKE ? oldId(best.it) : undefined;
    if (!best || from === undefined) return [];
    same.splice(same.indexOf(best.it), 1);
    return [{ kind: element.kind, from, to: element.id }];
  });
}

const nameOf = ({ fields, id }: Element): string =>
  typeof fields.name === 'string' && fields.name !== '' ? fields.name : id;

/** Properties that a rename cannot change. */
const placeOf = ({ kind, fields }: Element): string => {
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

/** Similarity of two names: the share of letter pairs that they have in common. */
function likeness(a: string, b: string): number {
  const [one, other] = [pairsOf(a), pairsOf(b)];
  if (one.length + other.length === 0) return a.toLowerCase() === b.toLowerCase() ? 1 : 0;
  const left = [...other];
  const shared = one.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (one.length + other.length);
}

function pairsOf(name: string): string[] {
  const letters = [
    ...name
      .slice(0, 200)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
