import type { Rect } from '../geometry.js';
import type { Direction, Scene, SceneEdge, SceneNode } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import type { NodeBox } from './node-text.js';

/**
 * Estimates the main direction of the edges from box sizes, because a second layout would take as long as the first.
 */

type Size = Pick<Rect, 'width' | 'height'>;
type Graph = Pick<Scene, 'nodes' | 'edges'>;
type Boxes = ReadonlyMap<string, NodeBox>;

/** Screen or page size that a picture is fitted to. */
const PAGE: Size = { width: 1600, height: 1050 };

/** Gap between adjacent boxes, and padding inside a frame. */
const BOX_GAP = 48;
const FRAME_PADDING = 56;
/** Gap between layers: space for edges and their labels, which are wider than high. */
const LAYER_GAP: Readonly<Record<Direction, number>> = { DOWN: 80, RIGHT: 150 };

/** Returns the direction in which the picture is likely to be larger on a page. Linear in the size of the scene. */
export function likelyDirection(scene: Graph, boxes: Boxes): Direction {
  const onPage = (direction: Direction): number => {
    const { width, height } = sizeIn(scene, boxes, direction);
    return Math.max(width / PAGE.width, height / PAGE.height);
  };
  return onPage('RIGHT') < onPage('DOWN') ? 'RIGHT' : 'DOWN';
}

function sizeIn({ nodes, edges }: Graph, boxes: Boxes, direction: Direction): Size {
  const children = childrenOf(nodes);
  const next = siblingsJoined(nodes, edges);
  const inside = (parentId: string | null): Size => {
    const layers = layersOf(children.get(parentId) ?? [], next);
    return direction === 'DOWN'
      ? stacked(
          layers.map((layer) => sideBySide(layer.map(sizeOf), BOX_GAP)),
          LAYER_GAP.DOWN,
        )
      : sideBySide(
          layers.map((layer) => stacked(layer.map(sizeOf), BOX_GAP)),
          LAYER_GAP.RIGHT,
        );
  };
  const sizeOf = (id: string): Size => {
    const { width = 0, height = 0, header = 0 } = boxes.get(id) ?? {};
    if (!children.has(id)) return { width, height };
    const held = inside(id);
    return {
      width: Math.max(width, held.width + FRAME_PADDING),
      height: held.height + header + FRAME_PADDING,
    };
  };
  return inside(null);
}

const sideBySide = (sizes: readonly Size[], gap: number): Size => ({
  width: sizes.reduce((sum, { width }) => sum + width + gap, -gap),
  height: sizes.reduce((most, { height }) => Math.max(most, height), 0),
});

const stacked = (sizes: readonly Size[], gap: number): Size => ({
  width: sizes.reduce((most, { width }) => Math.max(most, width), 0),
  height: sizes.reduce((sum, { height }) => sum + height + gap, -gap),
});

function childrenOf(nodes: readonly SceneNode[]): ReadonlyMap<string | null, readonly string[]> {
  const children = new Map<string | null, string[]>();
  for (const { id, parentId } of nodes) {
    const known = children.get(parentId);
    if (known) known.push(id);
    else children.set(parentId, [id]);
  }
  return children;
}

/** Edges lifted to siblings: two boxes, or the frames that contain them. */
function siblingsJoined(
  nodes: readonly SceneNode[],
  edges: readonly SceneEdge[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const parents: Parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const pathTo = (id: string): string[] => [...ancestors(parents, id).reverse(), id];
  const next = new Map<string, Set<string>>();
  for (const { originId, targetId } of edges) {
    const [from, to] = [pathTo(originId), pathTo(targetId)];
    const apart = from.findIndex((id, depth) => id !== to[depth]);
    const [origin, target] = [from[apart], to[apart]];
    if (origin === undefined || target === undefined) continue;
    const known = next.get(origin);
    if (known) known.add(target);
    else next.set(origin, new Set([target]));
  }
  return next;
}

/** Assigns each node to the layer of the longest path that leads to it; edges that close a cycle are ignored. */
function layersOf(ids: readonly string[], next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const { sorted, forward } = topologicalOrder(ids, next);
  const depths = new Map<string, number>();
  const layers: string[][] = [];
  for (const id of sorted) {
    const depth = depths.get(id) ?? 0;
    for (const to of forward.get(id) ?? []) depths.set(to, Math.max(depths.get(to) ?? 0, depth + 1));
    const layer = layers[depth];
    if (layer) layer.push(id);
    else layers[depth] = [id];
  }
  return layers;
}

/**
 * Sorts the nodes topologically, and returns their edges without those that close a cycle. Iterative, so that long
 * paths do not overflow the stack.
 */
function topologicalOrder(ids: readonly string[], next: ReadonlyMap<string, ReadonlySet<string>>) {
  const sorted: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const forward = new Map<string, string[]>();
  const stack: { id: string; left: string[]; ahead: string[] }[] = [];
  const enter = (id: string): void => {
    state.set(id, 'open');
    stack.push({ id, left: [...(next.get(id) ?? [])].reverse(), ahead: [] });
  };
  for (const first of ids) {
    if (!state.has(first)) enter(first);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = top.left.pop();
      if (to === undefined) {
        forward.set(top.id, top.ahead);
        state.set(top.id, 'done');
        sorted.push(top.id);
        stack.pop();
      } else if (state.get(to) !== 'open') {
        top.ahead.push(to);
        if (!state.has(to)) enter(to);
      }
    }
  }
  return { sorted: sorted.reverse(), forward };
}
