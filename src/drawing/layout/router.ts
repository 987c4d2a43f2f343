import type { Point, Rect } from '../geometry.js';
import type { Ends, Port } from './ports.js';
import { type Obstacles, ON_LINE, RouteGrid } from './route-grid.js';
import { type PathSettings, shortestPath } from './shortest-path.js';
import { LARGEST_JOG } from './straighten.js';

type Size = Pick<Rect, 'width' | 'height'>;

/** Orthogonal routing of lines around the boxes of a placed diagram. */

/** Length of the straight segment where a line leaves its box. */
const STUB = 14;
/** Distances of grid tracks from the edges of boxes. Larger grids use fewer tracks. */
const TRACKS = [[STUB, 26, 38], [STUB, 30], [STUB]];
/** Length of a line beside its label up to which it is short. */
const SHORT = 120;
/** Maximum number of passes over the lines that overlap others. */
const PASSES = 6;
export interface RouteSettings extends PathSettings {
  /** Maximum number of grid cells; lines of larger diagrams are routed without avoiding obstacles. */
  maxCells: number;
}

const usualSettings = (): RouteSettings => ({
  maxCells: 150_000,
  maxStates: 100_000,
  budget: Number.POSITIVE_INFINITY,
  crossing: 30,
  greed: 1,
});

const stubEnd = ({ point, leaves }: Port): Point => ({
  x: point.x + leaves.x * STUB,
  y: point.y + leaves.y * STUB,
});

/** Routes all lines, shortest first; returns the routes by id. */
export function routeAll(
  lines: ReadonlyMap<string, Ends>,
  obstacles: Obstacles,
  labels: ReadonlyMap<string, Size> = new Map(),
  settings: RouteSettings = usualSettings(),
): Map<string, Point[]> {
  const grid = gridFor(lines, obstacles, settings);
  const routes = new Map<string, Point[]>();
  const sorted = [...lines].toSorted(([, a], [, b]) => distance(a) - distance(b));
  if (!grid) return new Map(sorted.map(([id, ends]) => [id, directRoute(ends)]));
  const route = (id: string, ends: Ends): void => {
    const [from, to] = [stubEnd(ends.origin), stubEnd(ends.target)];
    const found = shortestPath(
      grid,
      { from, leaves: ends.origin.leaves, to, arrives: ends.target.leaves },
      settings,
    );
    const points = found
      ? withoutCollinearPoints([ends.origin.point, ...found, ends.target.point])
      : directRoute(ends);
    grid.use(points, 1);
    routes.set(id, points);
  };
  for (const { origin, target } of lines.values())
    for (const port of [origin, target]) grid.use([port.point, stubEnd(port)], 1);
  for (const [id, ends] of sorted) {
    const label = labels.get(id);
    if (label) reserveLabel(grid, ends, label);
  }
  for (const [id, ends] of sorted) route(id, ends);
  // Further passes for lines that overlap others, now that all routes exist. Overlaps become more expensive each time.
  for (let pass = 1; pass < PASSES; pass += 1) {
    grid.lineWeight = ON_LINE * pass;
    let count = 0;
    for (const [id, ends] of sorted) {
      const points = routes.get(id) ?? [];
      grid.use(points, -1);
      if (grid.isFree([stubEnd(ends.origin), ...points.slice(1, -1), stubEnd(ends.target)]))
        grid.use(points, 1);
      else {
        count += 1;
        route(id, ends);
      }
    }
    if (count === 0) break;
  }
  return routes;
}

/** Keeps other lines away from the label of a short straight line, because it has no other place. */
function reserveLabel(grid: RouteGrid, { origin, target }: Ends, { width, height }: Size): void {
  const [dx, dy] = [target.point.x - origin.point.x, target.point.y - origin.point.y];
  const isLevel = origin.leaves.y === 0;
  const faces = origin.leaves.x === -target.leaves.x && origin.leaves.y === -target.leaves.y;
  const [length, offset] = isLevel ? [Math.abs(dx), Math.abs(dy)] : [Math.abs(dy), Math.abs(dx)];
  if (!faces || offset > LARGEST_JOG || length > (isLevel ? width : height) + SHORT) return;
  const x = origin.point.x + (dx - width) / 2;
  const y = origin.point.y + (dy - height) / 2;
  grid.reserve({ x, y, width, height }, isLevel ? 0 : 1);
}

const distance = ({ origin, target }: Ends): number =>
  Math.abs(origin.point.x - target.point.x) + Math.abs(origin.point.y - target.point.y);

function gridFor(
  lines: ReadonlyMap<string, Ends>,
  obstacles: Obstacles,
  { maxCells }: RouteSettings,
): RouteGrid | undefined {
  const { cards, headings, frames } = obstacles;
  const ends = [...lines.values()].flatMap(({ origin, target }) => [stubEnd(origin), stubEnd(target)]);
  const boxes = [...cards, ...frames, ...headings];
  for (const tracks of TRACKS) {
    const axis = (key: 'x' | 'y', size: 'width' | 'height'): number[] =>
      coordinates(
        ends.map((end) => end[key]),
        boxes.flatMap((it) => tracks.flatMap((by) => [it[key] - by, it[key] + it[size] + by])),
      );
    const [xs, ys] = [axis('x', 'width'), axis('y', 'height')];
    if (xs.length * ys.length <= maxCells) return new RouteGrid(xs, ys, obstacles);
  }
  return undefined;
}

/** Sorted coordinates: all of `needed`, and those of `others` that are not too close to a previous one. */
function coordinates(needed: readonly number[], others: readonly number[]): number[] {
  const fixed = [...new Set(needed)];
  const taken = new Set(fixed.map((it) => Math.round(it / 6)));
  const free: number[] = [];
  for (const it of others) {
    const slot = Math.round(it / 6);
    if (taken.has(slot)) continue;
    taken.add(slot);
    free.push(it);
  }
  return [...fixed, ...free].sort((a, b) => a - b);
}

/** Route with one or two bends that ignores obstacles. */
function directRoute({ origin, target }: Ends): Point[] {
  const [a, b] = [stubEnd(origin), stubEnd(target)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const [isLevel, endsLevel] = [origin.leaves.y === 0, target.leaves.y === 0];
  const bends =
    isLevel !== endsLevel
      ? [isLevel ? { x: b.x, y: a.y } : { x: a.x, y: b.y }]
      : isLevel
        ? [
            { x: middle.x, y: a.y },
            { x: middle.x, y: b.y },
          ]
        : [
            { x: a.x, y: middle.y },
            { x: b.x, y: middle.y },
          ];
  return withoutCollinearPoints([origin.point, a, ...bends, b, target.point]);
}

/** Removes points that lie between their neighbours on a straight line. */
function withoutCollinearPoints(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const isMiddle =
      before &&
      last &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isMiddle) kept.pop();
    kept.push(point);
  }
  return kept;
}
