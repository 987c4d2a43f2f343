import { crosses, overlaps, type Rect } from '../geometry.js';
import type { SceneNode } from '../scene/scene.js';
import { frameBox } from './frame-box.js';
import type { Layout, PlacedEdge, PlacedNode } from './placed.js';

const EDGE = 12;
/** Gap between a heading and an adjacent line. */
const LINE_GAP = 10;
/** Minimum width of a heading: its icon and a few letters. */
const MIN_WIDTH = 72;

/** Bounding box of a frame's heading, which lines should avoid. */
export function headingRect(node: Rect & Pick<PlacedNode, 'box' | 'shift'>): Rect {
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

/**
 * Moves each heading to the first gap between lines and labels that is wide enough; otherwise narrows it to the widest
 * gap.
 */
export function placeHeadings({ nodes, edges }: Layout, sceneNodes: readonly SceneNode[]): void {
  for (const node of sceneNodes) {
    const placed = nodes.get(node.id);
    if (!placed?.box.frame) continue;
    const at = headingRect(placed);
    const gaps = gapsIn({ ...at, width: placed.width - 2 * EDGE }, edges.values());
    const gap = gaps.find(({ width }) => width >= at.width) ?? gaps.toSorted((a, b) => b.width - a.width)[0];
    if (!gap || gap.width < MIN_WIDTH) continue;
    if (gap.width < at.width)
      placed.box = frameBox(node, { width: gap.width + 2 * EDGE, header: placed.box.header });
    placed.shift = gap.x - at.x;
  }
}

/** Gaps of a strip between lines and labels, from the left. */
function gapsIn(strip: Rect, edges: Iterable<PlacedEdge>): { x: number; width: number }[] {
  const taken = [...edges].flatMap((edge) => blocks(edge, strip)).toSorted((a, b) => a.x - b.x);
  const gaps: { x: number; width: number }[] = [];
  let { x } = strip;
  for (const block of taken) {
    gaps.push({ x, width: block.x - LINE_GAP - x });
    x = Math.max(x, block.x + block.width + LINE_GAP);
  }
  return [...gaps, { x, width: strip.x + strip.width - x }];
}
