import { bounds, type Point, type Rect } from '../geometry.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import { layoutAutomatically } from './automatic-layout.js';
import { headingRect, placeHeadings } from './headings.js';
import { placeLabels } from './line-labels.js';
import { boxOf, frameBox, isFrame, type NodeBox } from './node-box.js';
import type { Layout, PlacedEdge, PlacedNode } from './placed.js';
import { type Ends, portsOf } from './ports.js';
import { routeAll } from './router.js';
import { straighten } from './straighten.js';
import { placeRest, type Rects } from './unplaced.js';

/** Lays out a scene by its stored positions, or automatically if there are none. Deterministic. */
export async function layoutScene(scene: Scene): Promise<Layout> {
  return scene.nodes.some(({ place }) => place) ? layoutPlaced(scene) : layoutAutomatically(scene);
}

/** Positions of all nodes in the coordinates of the stored positions, which do not change. Deterministic. */
export const placeNodes = async (scene: Scene): Promise<Rects> =>
  scene.nodes.some(({ place }) => place)
    ? placedRects(scene, parentsOf(scene))
    : (await layoutAutomatically(scene)).nodes;

const parentsOf = ({ nodes }: Scene): Parents => new Map(nodes.map(({ id, parentId }) => [id, parentId]));

async function placedRects(scene: Scene, parents: Parents): Promise<Rects> {
  const around = (rects: Rects) => withFrames(scene, parents, rects);
  return around(await placeRest(scene, storedRects(scene), parents, around));
}

/** Minimum size of a card, even if the stored size is smaller. */
const MIN_SIZE = { width: 56, height: 32 };
/** Padding of a frame around its members; above them there is also its heading. */
const FRAME_PADDING = 24;
const BELOW_HEADING = 14;

/**
 * Lays out a scene by its stored positions. Frames grow around their members; nodes without a position are placed near
 * the others.
 */
async function layoutPlaced(scene: Scene): Promise<Layout> {
  const parents = parentsOf(scene);
  const rects = await placedRects(scene, parents);
  const nodes = new Map(
    scene.nodes.flatMap((node): [string, PlacedNode][] => {
      const rect = rects.get(node.id);
      const depth = ancestors(parents, node.id).length;
      if (!rect) return [];
      const box = isFrame(node) ? headingOf(node, rect, scene.nodes, rects) : boxOf(node, rect);
      return [[node.id, { ...rect, box, depth, shift: 0 }]];
    }),
  );
  const layout: Layout = { width: 0, height: 0, nodes, edges: routed(scene.edges, parents, nodes) };
  straighten(layout, new Map(scene.edges.filter(isOrthogonal).map((edge) => [edge.id, edge])));
  placeHeadings(layout, scene.nodes);
  const frames = [...nodes.values()].filter(({ box }) => box.frame);
  const cards = [...nodes.values()].filter(({ box }) => !box.frame);
  placeLabels(scene.edges, layout.edges, [...cards, ...frames.map(headingRect)], frames);
  return fromOrigin(layout);
}

const storedRects = ({ nodes }: Scene): Rects =>
  new Map(
    nodes.flatMap(({ id, place }): [string, Rect][] => {
      if (!place) return [];
      const width = Math.max(place.width, MIN_SIZE.width);
      return [[id, { ...place, width, height: Math.max(place.height, MIN_SIZE.height) }]];
    }),
  );

/** Adds the rectangles of all frames: around their members, and no smaller than stored. */
function withFrames({ nodes }: Scene, parents: Parents, places: Rects): Map<string, Rect> {
  const rects = new Map(places);
  const depth = (node: SceneNode): number => ancestors(parents, node.id).length;
  for (const node of nodes.filter(isFrame).toSorted((a, b) => depth(b) - depth(a))) {
    const members = bounds(nodes.flatMap((it) => (it.parentId === node.id ? (rects.get(it.id) ?? []) : [])));
    const own = rects.get(node.id);
    // Chips are excluded, so that a tab does not change the size.
    const above = boxOf({ ...node, chips: [] }, own ?? members).header + BELOW_HEADING;
    const around = members && {
      x: members.x - FRAME_PADDING,
      y: members.y - above,
      width: members.width + 2 * FRAME_PADDING,
      height: members.height + above + FRAME_PADDING,
    };
    const rect = bounds([own, around].filter((it) => it !== undefined));
    if (rect) rects.set(node.id, rect);
  }
  return rects;
}

/** Wraps the heading of a frame to the space above its members. */
function headingOf(node: SceneNode, rect: Rect, nodes: readonly SceneNode[], rects: Rects): NodeBox {
  const members = bounds(nodes.flatMap((it) => (it.parentId === node.id ? (rects.get(it.id) ?? []) : [])));
  const header = (members ? members.y - rect.y : rect.height) - BELOW_HEADING;
  return frameBox(node, { width: rect.width, header: Math.max(header, 0) });
}

const isOrthogonal = ({ route }: Scene['edges'][number]): boolean =>
  route?.shape !== 'straight' && (route?.points.length ?? 0) === 0;

/** Adds the routes of the lines: as stored, straight, or around obstacles. */
function routed(
  edges: Scene['edges'],
  parents: Parents,
  nodes: ReadonlyMap<string, PlacedNode>,
): Map<string, PlacedEdge> {
  const isAround = (outer: string, inner: string): boolean => ancestors(parents, inner).includes(outer);
  const ports = portsOf(edges, nodes, isAround);
  const frames = [...nodes.values()].filter(({ box }) => box.frame);
  const cards = [...nodes.values()].filter(({ box }) => !box.frame);
  const found = new Map<string, Point[]>();
  const orthogonal = new Map<string, Ends>();
  for (const edge of edges) {
    const ends = ports.get(edge.id);
    if (!ends) continue;
    if (isOrthogonal(edge) || edge.originId === edge.targetId) orthogonal.set(edge.id, ends);
    else found.set(edge.id, [ends.origin.point, ...(edge.route?.points ?? []), ends.target.point]);
  }
  for (const [id, points] of routeAll(orthogonal, { cards, frames, headings: frames.map(headingRect) }))
    found.set(id, points);
  return new Map(edges.map(({ id }) => [id, { points: found.get(id) ?? [] }]));
}

/** Moves the layout to the origin and computes its size. */
function fromOrigin({ nodes, edges }: Layout): Layout {
  const points = [...edges.values()].flatMap((edge) => edge.points);
  const labels = [...edges.values()].flatMap(({ label }) => (label ? [label.rect] : []));
  const all = bounds([
    ...nodes.values(),
    ...labels,
    ...points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })),
  ]) ?? { x: 0, y: 0, width: 0, height: 0 };
  const moved = <T extends Point>(it: T): T => ({ ...it, x: it.x - all.x, y: it.y - all.y });
  return {
    width: all.width,
    height: all.height,
    nodes: new Map([...nodes].map(([id, node]) => [id, moved(node)])),
    edges: new Map(
      [...edges].map(([id, edge]) => [
        id,
        {
          points: edge.points.map(moved),
          ...(edge.label && { label: { ...edge.label, rect: moved(edge.label.rect) } }),
        },
      ]),
    ),
  };
}
