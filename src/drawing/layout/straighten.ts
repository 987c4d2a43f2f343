import { crosses, type Point, type Rect } from '../geometry.js';
import type { Layout, PlacedEdge } from './placed.js';

/** Maximum distance of two parallel segments that are merged. */
export const LARGEST_JOG = 22;
const CORNER = 18;
const LINE_DISTANCE = 9;

interface Ends {
  originId: string;
  targetId: string;
}

/** ELK rounds label positions, so lines through labels can be slanted by this much. */
const ROUNDING_ERROR = 1;

/** Aligns the points to horizontal and vertical lines. */
function squared(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  for (const point of points) {
    const { x, y } = line.at(-1) ?? point;
    const isUpright = Math.abs(point.x - x) <= ROUNDING_ERROR && Math.abs(point.y - y) > ROUNDING_ERROR;
    const isLevel = Math.abs(point.y - y) <= ROUNDING_ERROR;
    line.push(isLevel ? { x: point.x, y } : isUpright ? { x, y: point.y } : { ...point });
  }
  return line;
}

/** Removes small jogs at the ends of lines by moving their ports, if there is space. */
export function straighten(layout: Layout, edges: ReadonlyMap<string, Ends>): void {
  for (const edge of layout.edges.values()) edge.points = squared(edge.points);
  for (const [id, edge] of layout.edges) {
    const ends = edges.get(id);
    if (!ends) continue;
    const others = [...layout.edges.values()].filter((other) => other !== edge);
    const origin = layout.nodes.get(ends.originId);
    const target = layout.nodes.get(ends.targetId);
    if (origin) edge.points = straightStart(edge.points, origin, edge, others);
    if (target) edge.points = straightStart(edge.points.toReversed(), target, edge, others).toReversed();
  }
}

/** Removes the jog after the first point, which lies on a side of `node`. */
function straightStart(
  points: Point[],
  node: Rect,
  edge: PlacedEdge,
  others: readonly PlacedEdge[],
): Point[] {
  const [first, turn, back, next] = points;
  if (!first || !turn || !back || !next) return points;
  const along = first.y === turn.y ? 'y' : first.x === turn.x ? 'x' : undefined;
  if (along === undefined || back[along] !== next[along]) return points;
  const jog = Math.abs(back[along] - turn[along]);
  const moved: Point = { ...first, [along]: back[along] };
  const [low, size] = along === 'y' ? [node.y, node.height] : [node.x, node.width];
  const onSide = moved[along] >= low + CORNER && moved[along] <= low + size - CORNER;
  const labelled = edge.label !== undefined && crosses(first, turn, edge.label.rect);
  if (jog > LARGEST_JOG || !onSide || labelled || crowded(moved, back, along, others)) return points;
  return [moved, ...points.slice(3)];
}

/** True if another line or label is too close to the segment to be distinguished from it. */
function crowded(from: Point, to: Point, along: 'x' | 'y', others: readonly PlacedEdge[]): boolean {
  const x = Math.min(from.x, to.x) - (along === 'x' ? LINE_DISTANCE : 0);
  const y = Math.min(from.y, to.y) - (along === 'y' ? LINE_DISTANCE : 0);
  const width = Math.abs(from.x - to.x) + (along === 'x' ? 2 * LINE_DISTANCE : 0);
  const strip = { x, y, width, height: Math.abs(from.y - to.y) + (along === 'y' ? 2 * LINE_DISTANCE : 0) };
  return others.some(
    ({ points, label }) =>
      (label && crosses(from, to, label.rect)) ||
      points.some((point, i) => {
        const before = points[i - 1];
        return before !== undefined && before[along] === point[along] && crosses(before, point, strip);
      }),
  );
}
