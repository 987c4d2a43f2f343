import { grouped } from '../../../base/grouped.js';
import { isWithin, type Link, type TreeNode } from '../view/tree.js';
import { textOf, type View, type ViewEdge } from '../view/view.js';
import type { Losses } from './losses.js';

/** Lines of a view that a format can draw. */

/** A line with its ends. */
export interface Line extends ViewEdge {
  ends: readonly [from: TreeNode, to: TreeNode];
}

/** Restrictions of a format on lines. */
export interface LineRules {
  /** Whether a line may end at a boundary. */
  atBoundaries: boolean;
  /** Whether a line may connect a node and its ancestor. */
  inside: boolean;
  /** Whether at most one line is allowed from one node to another. */
  single: boolean;
}

/** Lines of a view that a format can draw; counts the others. */
export function linesOf(view: View, rules: LineRules, losses: Losses): readonly Line[] {
  const nodes = new Map(view.nodes.map((it) => [it.node.key, it]));
  const filled = new Set(view.nodes.map(({ parent }) => parent));
  const isBoundary = (key: string): boolean => nodes.get(key)?.isOpen === true || filled.has(key);
  const lines: Line[] = [];
  for (const edge of view.edges) {
    const [from, to] = [nodes.get(edge.from)?.node, nodes.get(edge.to)?.node];
    if (!from || !to) continue;
    if (!rules.atBoundaries && (isBoundary(edge.from) || isBoundary(edge.to)))
      losses.add('lines that end at a boundary');
    else if (!rules.inside && from !== to && (isWithin(from, to) || isWithin(to, from)))
      losses.add('lines between an object and its parent');
    else lines.push({ ...edge, ends: [from, to] });
  }
  return rules.single ? mergedByEnds(lines, losses) : lines;
}

/** Merges lines with the same ends into one. */
function mergedByEnds(lines: readonly Line[], losses: Losses): readonly Line[] {
  const byPair = grouped(lines, ({ from, to }) => JSON.stringify([from, to]));
  return [...byPair.values()].map((same) => {
    const [first] = same as [Line];
    if (same.length === 1) return first;
    losses.add('lines merged with others', same.length);
    const links = same.flatMap((it) => it.links);
    const directions = new Set(same.map(({ direction }) => direction));
    return {
      ...first,
      links,
      text: textOf(links),
      technologies: [...new Set(same.flatMap((it) => it.technologies))],
      direction: directions.size === 1 ? first.direction : ('outgoing' as Link['direction']),
    };
  });
}
