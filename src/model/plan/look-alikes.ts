import type { Element } from '../document/element.js';
import { grouped } from '../document/grouped.js';
import type { Plan } from './plan-types.js';

/** How much two names have in common, from 0 to 1, for them to be taken for one that was changed. */
const ALIKE = 0.5;
/** Where more than so many go from one place, nobody reads what each of them might be. */
const MOST = 100;

/**
 * Elements that go and elements that come which look like one: the same type in the same place, under much the same
 * name. They are told and never taken for one: `moved` tells it. `oldId` is by what a record is known again.
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

/** What cannot differ between two that are one. */
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

/** Pairs of letters that two names share, of all that they have. */
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
