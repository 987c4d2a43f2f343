import { PAGE } from './direction.js';
import { crosses, overlaps, type Rect } from './geometry.js';
import type { Layout, PlacedEdge, PlacedNode } from './placed.js';

const EDGE = 12;

/** The heading of a frame, as the box that lines should not run through. */
function headingRect(node: PlacedNode): Rect {
  const width = node.box.width - 2 * EDGE;
  return { x: node.x + EDGE + node.shift, y: node.y + 6, width, height: node.box.header };
}

const blocks = ({ points, label }: PlacedEdge, area: Rect): Rect[] => {
  const found = label && overlaps(label.rect, area) ? [label.rect] : [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    if (!from || !crosses(from, to, area)) continue;
    found.push({ x: Math.min(from.x, to.x), y: 0, width: Math.abs(from.x - to.x), height: 0 });
  }
  return found;
};

/** Moves each heading to the first place, from the left, that no line or label runs through; leaves it if none. */
export function placeHeadings({ nodes, edges }: Layout): void {
  for (const node of nodes.values()) {
    if (!node.box.frame) continue;
    const at = headingRect(node);
    const strip = { ...at, width: node.width - 2 * EDGE };
    const taken = [...edges.values()].flatMap((edge) => blocks(edge, strip)).toSorted((a, b) => a.x - b.x);
    let x = at.x;
    for (const block of taken) {
      if (block.x - 6 >= x + at.width) break;
      x = Math.max(x, block.x + block.width + 6);
    }
    if (x + at.width <= node.x + node.width - EDGE) node.shift = x - at.x;
  }
}

/** How far a layout is from a good picture, lower is better: how small it comes out on a page, what is run through. */
export function cost({ width, height, nodes, edges }: Layout): number {
  const headings = [...nodes.values()].filter(({ box }) => box.frame).map(headingRect);
  const spoiled = [...edges.values()].flatMap((edge) => headings.flatMap((at) => blocks(edge, at))).length;
  return Math.log(Math.max(width / PAGE.width, height / PAGE.height)) + 0.1 * spoiled;
}
