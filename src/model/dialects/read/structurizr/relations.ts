import { truncate } from '../../../validate/rule.js';
import { type Block, type Line, type Reading, SKIPPED, textAt, unexpected } from './block.js';
import { readDescribed, readInline } from './described.js';
import { arrowOf, inherited, isArrow } from './kinds.js';
import type { End, Relation } from './workspace.js';

/**
 * Relationships of the model and of deployments:
 *
 *     relationship = [identifier "="] [element] arrow element [description] [technology] [tags] ["{" property* "}"]
 *     arrow        = "->" | "--" archetype "->" | "-/>"
 */

/** Resolves the words around an arrow to the ends of each relationship; undefined if the source is missing. */
export type EndsOf = (
  origin: string | undefined,
  target: string,
) => readonly (readonly [End, End])[] | undefined;

/** Parses a relationship; undefined for other lines. `removed` parses the block of `-/>`. */
export function readRelation(
  line: Line,
  reading: Reading,
  endsOf: EndsOf,
  removed: Block,
): Block | undefined {
  const arrowAt = [0, 1].find((at) => line.words[at]?.quoted === false && isArrow(textAt(line, at)));
  if (arrowAt === undefined) return undefined;
  const [origin, target] = [textAt(line, arrowAt - 1), textAt(line, arrowAt + 1)];
  const ends = target === undefined ? undefined : endsOf(origin, target);
  if (!ends) {
    unexpected(line, reading, 'a relationship "a -> b", or "-> b" in an element');
    return SKIPPED;
  }
  const arrow = arrowOf(textAt(line, arrowAt));
  if (arrow === undefined) {
    reading.diagnostics.lost('The line removes a relationship, which has no effect here.', line.place);
    return removed;
  }
  const archetype = reading.archetypes.ofArrow(arrow);
  if (archetype?.base !== '->') {
    reading.diagnostics.broken(
      `The archetype "${truncate(arrow)}" of relationships does not exist.`,
      line.place,
    );
    return SKIPPED;
  }
  const made = ends.map(([from, to]): Relation => {
    const relation: Relation = {
      ...inherited(archetype),
      key: `relation ${reading.workspace.freshKey()}`,
      from,
      to,
      place: line.place,
      ...(line.identifier !== undefined && ends.length < 2 && { identifier: line.identifier }),
    };
    readInline(relation, line, arrowAt + 2, ['description', 'technology', 'tags'], reading);
    reading.workspace.relate(relation);
    return relation;
  });
  return relationBlock(made);
}

export const relationBlock = (relations: readonly Relation[]): Block => ({
  read: (line, reading) =>
    readDescribed(relations, line, reading) ??
    unexpected(line, reading, 'description, technology, tags, url, properties or perspectives'),
});
