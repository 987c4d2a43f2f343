import { bounds, crosses, inflated, outlineOf, overlaps, type Point, type Rect } from '../geometry.js';
import type { SceneEdge } from '../scene/scene.js';
import { type EdgeLabel, labelOf } from './edge-label.js';
import type { PlacedEdge } from './placed.js';

/** Places labels on the edges of a diagram with stored positions. */

/** Maximum text widths of a label, tried in this order. */
const WIDTHS = [150, 108, 84];
/** Distance between two candidate positions on a line. */
const STEP = 12;
/** Length that stays visible at each end of a line. */
const END = 16;

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Costs of a label position: what it covers, and its distance from its own line. */
const ON_LINE = 300;
const ON_BOX = 2000;
const ON_END = 40;
const ON_BEND = 30;
const BESIDE = 50;

/** A line that labels should not cover, and its bounding box. */
interface Obstacle {
  points: readonly Point[];
  area: Rect;
}

interface Spot {
  label: NonNullable<PlacedEdge['label']>;
  cost: number;
}

/** Places the label of each edge near its stored position, clear of boxes, other labels, lines and borders. */
export function placeLabels(
  edges: readonly SceneEdge[],
  placed: ReadonlyMap<string, PlacedEdge>,
  boxes: readonly Rect[],
  borders: readonly Rect[],
): void {
  const taken: Rect[] = boxes.map((it) => inflated(it, 3));
  const obstacles = [...borders.map(outlineOf), ...[...placed.values()].map(({ points }) => points)].map(
    (points) => ({ points, area: boundsOf(points) }),
  );
  const length = (edge: SceneEdge): number => lengthOf(placed.get(edge.id)?.points ?? []);
  // Shortest lines first, because they have the fewest positions.
  for (const edge of edges.toSorted((a, b) => length(a) - length(b))) {
    const line = placed.get(edge.id);
    if (!line || line.points.length < 2) continue;
    const others = obstacles.filter(({ points }) => points !== line.points);
    const spot = bestSpot(edge, line, others, taken);
    if (!spot) continue;
    line.label = spot.label;
    taken.push(inflated(spot.label.rect, 2));
  }
}

function bestSpot(
  edge: SceneEdge,
  { points }: PlacedEdge,
  others: readonly Obstacle[],
  taken: readonly Rect[],
): Spot | undefined {
  const length = lengthOf(points);
  const wanted = (length * (edge.route?.label ?? 50)) / 100;
  let best: Spot | undefined;
  let before: EdgeLabel | undefined;
  for (const [narrower, width] of WIDTHS.entries()) {
    const content = labelOf(edge, width);
    if (!content) return undefined;
    if (before && (content.width === before.width || isCut(content))) continue;
    before = content;
    const reach = inflated(boundsOf(points), Math.max(content.width, content.height) + 3);
    const lines = others.filter(({ area }) => overlaps(area, reach));
    const boxes = taken.filter((it) => overlaps(it, reach));
    for (let away = 0; away <= Math.max(wanted, length - wanted); away += STEP) {
      const start = 0.3 * away + 25 * narrower;
      if (best && start >= best.cost) break;
      for (const along of away === 0 ? [wanted] : [wanted - away, wanted + away]) {
        if (along < 0 || along > length) continue;
        for (const { rect, extra } of around(pointAt(points, along), content)) {
          if (best && start + extra >= best.cost) continue;
          const cost = start + extra + crowding(rect, points, lines, boxes);
          if (!best || cost < best.cost) best = { label: { rect, content }, cost };
        }
      }
    }
  }
  return best;
}

/** True if the end of the text is missing. */
const isCut = ({ text }: EdgeLabel): boolean => text.at(-1)?.endsWith('…') === true;

/** Candidate rectangles of a label at a point of its line: on the line and on both sides. */
function around({ x, y }: Point, { width, height }: EdgeLabel): { rect: Rect; extra: number }[] {
  const rect = { x: x - width / 2, y: y - height / 2, width, height };
  const [across, down] = [width / 2 + 3, height / 2 + 3];
  return [
    { rect, extra: 0 },
    ...[-down, down].map((by) => ({ rect: { ...rect, y: rect.y + by }, extra: BESIDE })),
    ...[-across, across].map((by) => ({ rect: { ...rect, x: rect.x + by }, extra: BESIDE })),
  ];
}

function crowding(
  rect: Rect,
  own: readonly Point[],
  others: readonly Obstacle[],
  taken: readonly Rect[],
): number {
  const boxes = taken.filter((it) => overlaps(it, rect)).length;
  const lines = others.filter(({ points, area }) => overlaps(area, rect) && isOn(points, rect)).length;
  const ends = [own, own.toReversed()].filter(
    ([end, next]) => end && next && crosses(end, next, rect) && isIn(end, inflated(rect, END)),
  ).length;
  const bends = own.slice(1, -1).filter((it) => isIn(it, rect)).length;
  return ON_BOX * boxes + ON_LINE * lines + ON_END * ends + ON_BEND * bends;
}

const isIn = ({ x, y }: Point, box: Rect): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

/** True if a line runs through the box; a diagonal segment is sampled at points along it. */
const isOn = (points: readonly Point[], box: Rect): boolean =>
  points.some((to, at) => {
    const from = points[at - 1];
    if (!from) return false;
    if (from.x === to.x || from.y === to.y) return crosses(from, to, box);
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP);
    return Array.from({ length: steps }, (_, step) => step / steps).some((part) =>
      isIn({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, box),
    );
  });

/** Bounding box of a line, with an area even if the line is straight. */
const boundsOf = (points: readonly Point[]): Rect =>
  inflated(bounds(points.map((it) => ({ ...it, width: 0, height: 0 }))) ?? NOWHERE, 1);

const lengthOf = (points: readonly Point[]): number =>
  points.reduce((sum, { x, y }, at) => {
    const before = points[at - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum;
  }, 0);

function pointAt(points: readonly Point[], along: number): Point {
  let left = along;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (left <= length && length > 0)
      return { x: from.x + ((to.x - from.x) * left) / length, y: from.y + ((to.y - from.y) * left) / length };
    left -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}
