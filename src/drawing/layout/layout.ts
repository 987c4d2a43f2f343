import { bounds, type Rect } from '../geometry.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import { layoutAutomatically } from './automatic-layout.js';
import { compactLayout } from './compact-layout.js';
import { BELOW_HEADING, layoutAt } from './layout-at.js';
import { boxOf } from './node-box.js';
import { isFrame } from './node-text.js';
import type { Layout } from './placed.js';
import { squeeze } from './squeeze.js';
import { placeRest, type Rects } from './unplaced.js';

/**
 * Sum of boxes and lines from which a scene is dense: the layered layout of more is large and mostly empty, and that of
 * fewer has fewer crossings. The compact layout of a scene above the upper limit takes too long.
 */
const DENSE = { from: 30, to: 300 };

/** Lays out a scene by its stored positions, or automatically if there are none. Deterministic. */
export async function layoutScene(scene: Scene): Promise<Layout> {
  if (hasPositions(scene)) return layoutPlaced(scene);
  const layout = await layoutAll(scene);
  squeeze(layout);
  return layout;
}

/**
 * Positions of all nodes in the coordinates of the stored positions, which do not change. Deterministic. Positions
 * keep their distances, because other lines are routed between them later.
 */
export const placeNodes = async (scene: Scene): Promise<Rects> =>
  hasPositions(scene) ? placedRects(scene, parentsOf(scene)) : (await layoutAll(scene)).nodes;

const hasPositions = ({ nodes }: Scene): boolean => nodes.some(({ place }) => place);

async function layoutAll(scene: Scene): Promise<Layout> {
  const size = scene.nodes.length + scene.edges.length;
  const isDense = !scene.isLayered && size >= DENSE.from && size <= DENSE.to;
  return (isDense ? compactLayout(scene, parentsOf(scene)) : undefined) ?? layoutAutomatically(scene);
}

const parentsOf = ({ nodes }: Scene): Parents => new Map(nodes.map(({ id, parentId }) => [id, parentId]));

async function placedRects(scene: Scene, parents: Parents): Promise<Rects> {
  const around = (rects: Rects) => withFrames(scene, parents, rects);
  return around(await placeRest(scene, storedRects(scene), parents, around));
}

/** Minimum size of a card, even if the stored size is smaller. */
const MIN_SIZE = { width: 56, height: 32 };
/** Padding of a frame around its members; above them there is also its heading. */
const FRAME_PADDING = 24;

/**
 * Lays out a scene by its stored positions. Frames grow around their members; nodes without a position are placed near
 * the others.
 */
async function layoutPlaced(scene: Scene): Promise<Layout> {
  const parents = parentsOf(scene);
  return layoutAt(scene, parents, await placedRects(scene, parents));
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
