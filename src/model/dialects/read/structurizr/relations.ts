import { truncate } from '../../../validate/rule.js';
import { type Block, type Line, SKIPPED } from './block.js';
import { readDetail, readInline } from './details.js';
import { arrowOf, defaultsOf, isArrow } from './kinds.js';
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
export function readRelation(line: Line, endsOf: EndsOf, removed: Block = SKIPPED): Block | undefined {
  const { workspace, archetypes } = line.reading;
  const arrowAt = [0, 1].find((at) => line.words[at]?.quoted === false && isArrow(line.text(at)));
  if (arrowAt === undefined) return undefined;
  const [origin, target] = [line.text(arrowAt - 1), line.text(arrowAt + 1)];
  const ends = target === undefined ? undefined : endsOf(origin, target);
  if (!ends) return line.unexpected('a relationship "a -> b", or "-> b" in an element');
  const arrow = arrowOf(line.text(arrowAt));
  if (arrow === undefined) {
    line.loss('The line removes a relationship, which has no effect here.');
    return removed;
  }
  const archetype = archetypes.ofArrow(arrow);
  if (archetype?.base !== '->')
    return line.error(`The archetype "${truncate(arrow)}" of relationships does not exist.`);
  const relations = ends.map(([from, to]): Relation => {
    const relation: Relation = {
      ...defaultsOf(archetype),
      key: `relation ${workspace.freshKey()}`,
      identifier: ends.length < 2 ? line.identifier : undefined,
      from,
      to,
      place: line.place,
    };
    readInline(relation, line, arrowAt + 2, ['description', 'technology', 'tags']);
    workspace.relate(relation);
    return relation;
  });
  return relationBlock(relations);
}

export const relationBlock =
  (relations: readonly Relation[]): Block =>
  (line) =>
    readDetail(relations, line) ??
    line.unexpected('description, technology, tags, url, properties or perspectives');
