import type { Rect } from '../geometry.js';
import { bounds, type Point } from '../geometry.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import { type EdgeLabel, labelOf } from './edge-label.js';
import { frameBox } from './frame-box.js';
import { headingRect, placeHeadings } from './headings.js';
import { placeLabels } from './line-labels.js';
import { boxOf } from './node-box.js';
import { isFrame, type NodeBox } from './node-text.js';
import type { Layout, PlacedEdge, PlacedNode } from './placed.js';
import { type Ends, portsOf } from './ports.js';
import { type RouteSettings, routeAll } from './router.js';
import { straighten } from './straighten.js';
import type { Rects } from './unplaced.js';

/** Width of the text of a label for which the router leaves space. */
const LABEL_WIDTH = 108;
/** Minimum gap between the heading of a frame and its members. */
export const BELOW_HEADING = 14;

/** Lays out a scene whose boxes have these rectangles: routes the lines and places their labels. */
export function layoutAt(scene: Scene, parents: Parents, rects: Rects, settings?: RouteSettings): Layout {
  const nodes = new Map(
    scene.nodes.flatMap((node): [string, PlacedNode][] => {
      const rect = rects.get(node.id);
      const depth = ancestors(parents, node.id).length;
      if (!rect) return [];
      const box = isFrame(node) ? headingOf(node, rect, scene.nodes, rects) : boxOf(node, rect);
      return [[node.id, { ...rect, box, depth, shift: 0 }]];
    }),
  );
  const layout: Layout = { width: 0, height: 0, nodes, edges: routed(scene.edges, parents, nodes, settings) };
  straighten(layout, new Map(scene.edges.filter(isOrthogonal).map((edge) => [edge.id, edge])));
  placeHeadings(layout, scene.nodes);
  const frames = [...nodes.values()].filter(({ box }) => box.frame);
  const cards = [...nodes.values()].filter(({ box }) => !box.frame);
  placeLabels(scene.edges, layout.edges, [...cards, ...frames.map(headingRect)], frames);
  return fromOrigin(layout);
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
  settings: RouteSettings | undefined,
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
  const obstacles = { cards, frames, headings: frames.map(headingRect) };
  const labels = new Map(
    edges.flatMap((edge): [string, EdgeLabel][] => {
      const label = labelOf(edge, LABEL_WIDTH);
      return label ? [[edge.id, label]] : [];
    }),
  );
  for (const [id, points] of routeAll(orthogonal, obstacles, labels, settings)) found.set(id, points);
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
