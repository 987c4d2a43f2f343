import { centreOf, crosses, inflated, overlaps, type Point, type Rect } from '../geometry.js';
import type { Scene } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import { type Arrangement, arrange } from './arrangement.js';
import { headingRect } from './headings.js';
import { layoutAt } from './layout-at.js';
import { boxOf } from './node-box.js';
import type { Layout, PlacedNode } from './placed.js';
import { CORNER, type Port, portsOf } from './ports.js';
import type { RouteSettings } from './router.js';

/**
 * Lays out a dense scene compactly. The layered layout reserves a lane for each line and a layer for each label, so its
 * picture of a dense scene is mostly empty.
 */

/** The router tries harder than for stored positions: the arrangement has narrower gaps. */
const SETTINGS = { maxCells: 250_000, maxStates: 600_000, budget: 6_000_000, crossing: 120, greed: 1.2 };
/** Maximum number of attempts, each with wider gaps where lines or labels had too little space. */
const ATTEMPTS = 4;
/** Minimum distance between parallel lines. */
const LINE_DISTANCE = 5;
/** Minimum distance between the ends of lines at a box, so that arrowheads do not touch. */
const PORT_DISTANCE = 14;

/** Returns undefined if lines or labels overlap even with wide gaps. */
export function compactLayout(scene: Scene, parents: Parents): Layout | undefined {
  const arrangement = arrange(scene, new Map(scene.nodes.map((node) => [node.id, boxOf(node)])));
  const settings: RouteSettings = { ...SETTINGS };
  for (let attempt = 0; attempt < ATTEMPTS && settings.budget > 0; attempt += 1) {
    growForPorts(scene, parents, arrangement);
    const layout = layoutAt(scene, parents, arrangement.rects(), settings);
    const conflicts = conflictsIn(scene, layout);
    if (conflicts.length === 0) return layout;
    const widened = new Map<string, [string | null, 'x' | 'y']>();
    for (const { at, axis } of conflicts) {
      const frameId = frameAt(layout.nodes, at);
      widened.set(JSON.stringify([frameId, axis]), [frameId, axis]);
    }
    for (const [frameId, axis] of widened.values()) arrangement.widen(frameId, axis);
  }
  return undefined;
}

/** Enlarges boxes whose lines would end too close to each other. */
function growForPorts({ edges }: Scene, parents: Parents, arrangement: Arrangement): void {
  const isAround = (outer: string, inner: string): boolean => ancestors(parents, inner).includes(outer);
  const ports = portsOf(edges, arrangement.rects(), isAround);
  const sides = new Map<string, { id: string; isLevel: boolean; count: number }>();
  const add = (id: string, { leaves }: Port): void => {
    const key = JSON.stringify([id, leaves]);
    const side = sides.get(key) ?? { id, isLevel: leaves.x === 0, count: 0 };
    side.count += 1;
    sides.set(key, side);
  };
  for (const { id, originId, targetId } of edges) {
    const ends = ports.get(id);
    if (!ends) continue;
    add(originId, ends.origin);
    add(targetId, ends.target);
  }
  for (const { id, isLevel, count } of sides.values()) {
    const length = (count - 1) * PORT_DISTANCE + 2 * CORNER;
    arrangement.grow(id, isLevel ? { width: length, height: 0 } : { width: 0, height: length });
  }
}

interface Conflict {
  at: Point;
  /** Axis along which the boxes must move apart. */
  axis: 'x' | 'y';
}

/** Places where lines run on each other or through boxes, and where labels overlap. */
function conflictsIn({ edges: sceneEdges }: Scene, { nodes, edges }: Layout): Conflict[] {
  const cards = [...nodes.values()].filter(({ box }) => !box.frame);
  const labels = [...edges.values()].flatMap(({ label }) => (label ? [label.rect] : []));
  const covered = [...cards, ...[...nodes.values()].filter(({ box }) => box.frame).map(headingRect)];
  const found: Conflict[] = [];
  for (const [at, rect] of labels.entries())
    for (const other of [...covered, ...labels.slice(at + 1)])
      if (overlaps(rect, other))
        found.push({
          at: centreOf(rect),
          axis: Math.abs(centreOf(rect).y - centreOf(other).y) < other.height / 2 ? 'x' : 'y',
        });
  const segments = sceneEdges.flatMap(({ id, originId, targetId }) => {
    const { points } = edges.get(id) ?? { points: [] };
    const obstacles = cards.filter((it) => it !== nodes.get(originId) && it !== nodes.get(targetId));
    return points.slice(1).map((to, at) => {
      const from = points[at] ?? to;
      if (obstacles.some((it) => crosses(from, to, it))) found.push(conflictOf(from, to));
      return { id, from, to };
    });
  });
  for (const [at, one] of segments.entries())
    for (const other of segments.slice(at + 1))
      if (one.id !== other.id && runTogether(one, other)) found.push(conflictOf(one.from, one.to));
  return found;
}

const conflictOf = (from: Point, to: Point): Conflict => ({
  at: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  axis: from.x === to.x ? 'x' : 'y',
});

interface Segment {
  from: Point;
  to: Point;
}

/** True if two parallel segments are too close to be distinguished. */
function runTogether(a: Segment, b: Segment): boolean {
  const isUpright = a.from.x === a.to.x;
  if (isUpright !== (b.from.x === b.to.x)) return false;
  return (
    crosses(b.from, b.to, inflated(rectOf(a), LINE_DISTANCE - 0.1)) &&
    overlapLength(a, b, isUpright ? 'y' : 'x') > 2
  );
}

const rectOf = ({ from, to }: Segment): Rect => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
});

const overlapLength = (a: Segment, b: Segment, axis: 'x' | 'y'): number =>
  Math.min(Math.max(a.from[axis], a.to[axis]), Math.max(b.from[axis], b.to[axis])) -
  Math.max(Math.min(a.from[axis], a.to[axis]), Math.min(b.from[axis], b.to[axis]));

/** Id of the innermost frame at a point; null is the canvas. */
function frameAt(nodes: ReadonlyMap<string, PlacedNode>, { x, y }: Point): string | null {
  let innermost: [string, PlacedNode] | undefined;
  for (const [id, node] of nodes) {
    const isIn = x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + node.height;
    if (node.box.frame && isIn && (!innermost || node.depth > innermost[1].depth)) innermost = [id, node];
  }
  return innermost?.[0] ?? null;
}
