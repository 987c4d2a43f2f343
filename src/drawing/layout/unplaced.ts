import { bounds, centreOf, inflated, overlaps, type Point, type Rect } from '../geometry.js';
import type { Scene } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import { layoutAutomatically } from './automatic-layout.js';

export type Rects = ReadonlyMap<string, Rect>;

/** Gap around nodes that are laid out between placed boxes. */
const BOX_GAP = 48;
const STEP = 32;
/** Maximum search distance for a free position, in steps in each direction. */
const MAX_STEPS = 60;

/**
 * Finds positions for the nodes without one: those in one frame are laid out together and put into free space near the
 * boxes that they are connected with. @param withFrames Adds the rectangles of all frames, computed from their content.
 */
export async function placeRest(
  scene: Scene,
  stored: Rects,
  parents: Parents,
  withFrames: (rects: Rects) => Rects,
): Promise<Rects> {
  const around = new Set([...stored.keys()].flatMap((id) => ancestors(parents, id)));
  const isPlaced = (id: string): boolean => stored.has(id) || around.has(id);
  const places = new Map(stored);
  const frames = new Set(
    scene.nodes.flatMap(({ id, parentId }) =>
      isPlaced(id) || (parentId !== null && !isPlaced(parentId)) ? [] : [parentId],
    ),
  );
  for (const frame of frames) {
    const part = unplacedIn(scene, frame, parents, isPlaced);
    const { nodes, width, height } = await layoutAutomatically(part);
    const rects = withFrames(places);
    const obstacles = [...rects]
      .filter(([id]) => id !== frame && !ancestors(parents, frame ?? '').includes(id))
      .map(([, rect]) => inflated(rect, BOX_GAP));
    const wanted = wantedCentre(scene, part, rects, frame);
    const at = freePlace({ x: wanted.x - width / 2, y: wanted.y - height / 2, width, height }, obstacles);
    for (const [id, { x, y, ...size }] of nodes)
      places.set(id, { x: at.x + x, y: at.y + y, width: size.width, height: size.height });
  }
  return places;
}

/** Unplaced nodes of a frame with their descendants, as a separate scene. */
function unplacedIn(
  { nodes, edges, ...scene }: Scene,
  frame: string | null,
  parents: Parents,
  isPlaced: (id: string) => boolean,
): Scene {
  const isTop = (id: string): boolean => !isPlaced(id) && (parents.get(id) ?? null) === frame;
  const own = nodes.filter(({ id }) => isTop(id) || ancestors(parents, id).some(isTop));
  const ids = new Set(own.map(({ id }) => id));
  return {
    ...scene,
    nodes: own.map((node) => (isTop(node.id) ? { ...node, parentId: null } : node)),
    edges: edges.filter(({ originId, targetId }) => ids.has(originId) && ids.has(targetId)),
  };
}

/**
 * Centre of the connected boxes, limited to the frame; without connected boxes, the centre of the frame or a point
 * beside everything.
 */
function wantedCentre({ edges }: Scene, part: Scene, rects: Rects, frame: string | null): Point {
  const own = new Set(part.nodes.map(({ id }) => id));
  const joined = edges.flatMap(({ originId, targetId }) => {
    const other = own.has(originId) ? targetId : own.has(targetId) ? originId : '';
    return own.has(other) ? [] : (rects.get(other) ?? []);
  });
  const room = rects.get(frame ?? '');
  const all = bounds([...rects.values()]) ?? { x: 0, y: 0, width: 0, height: 0 };
  const centres = joined.map(centreOf);
  const middle = (key: 'x' | 'y'): number =>
    centres.reduce((sum, it) => sum + it[key], 0) / Math.max(1, centres.length);
  if (centres.length === 0) return room ? centreOf(room) : { x: all.x + all.width, y: all.y };
  const within = (value: number, low: number, size: number) => Math.min(Math.max(value, low), low + size);
  const [x, y] = [middle('x'), middle('y')];
  return room ? { x: within(x, room.x, room.width), y: within(y, room.y, room.height) } : { x, y };
}

/** Nearest position on a grid without obstacles. */
function freePlace(wanted: Rect, obstacles: readonly Rect[]): Point {
  for (let ring = 0; ring <= MAX_STEPS; ring += 1) {
    const free = ringAround(wanted, ring).filter(
      ({ x, y }) => !obstacles.some((it) => overlaps({ ...wanted, x, y }, it)),
    );
    const away = ({ x, y }: Point): number => Math.hypot(x - wanted.x, y - wanted.y);
    const [best] = free.toSorted((a, b) => away(a) - away(b));
    if (best) return best;
  }
  const all = bounds(obstacles);
  return all ? { x: all.x + all.width, y: all.y } : wanted;
}

/** Points of a square ring, this many steps from a point. */
function ringAround({ x, y }: Point, ring: number): Point[] {
  const steps = Array.from({ length: 2 * ring + 1 }, (_, at) => at - ring);
  return steps
    .flatMap((dx) => steps.map((dy) => ({ dx, dy })))
    .filter(({ dx, dy }) => Math.max(Math.abs(dx), Math.abs(dy)) === ring)
    .map(({ dx, dy }) => ({ x: x + dx * STEP, y: y + dy * STEP }));
}
