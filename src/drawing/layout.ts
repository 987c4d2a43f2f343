import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { likelyDirection } from './direction.js';
import { type EdgeLabel, labelOf } from './edge-label.js';
import { runElk } from './elk.js';
import type { Rect } from './geometry.js';
import { type Direction, type Graph, graphOf, isLarge, type Measured } from './layout-graph.js';
import { cost, placeHeadings } from './layout-quality.js';
import { boxOf } from './node-box.js';
import type { Layout } from './placed.js';
import type { Scene } from './scene.js';
import { straighten } from './straighten.js';

/** Lines that run across take narrow labels: each costs the picture width. */
const LABEL_WIDTH: Readonly<Record<Direction, number>> = { DOWN: 150, RIGHT: 108 };

/**
 * Computes where everything goes; the same scene always gives the same layout. Both directions are tried, and the better
 * picture is taken: large on a page, few lines through headings. Of a large one only the likely direction is. ELK is
 * loaded at the first call.
 */
export async function layoutScene(scene: Scene): Promise<Layout> {
  if (scene.edges.length === 0) return layoutIn(scene, 'DOWN');
  if (isLarge(scene)) return layoutIn(scene, likelyDirection(scene, boxesOf(scene)));
  const down = await layoutIn(scene, 'DOWN');
  const right = await layoutIn(scene, 'RIGHT');
  return cost(right) < cost(down) ? right : down;
}

const boxesOf = ({ nodes }: Scene): Measured['boxes'] => new Map(nodes.map((node) => [node.id, boxOf(node)]));

function measured(scene: Scene, direction: Direction): Measured {
  const labels = new Map<string, EdgeLabel>();
  for (const edge of scene.edges) {
    const label = labelOf(edge, LABEL_WIDTH[direction]);
    if (label) labels.set(edge.id, label);
  }
  return { boxes: boxesOf(scene), labels };
}

/** The layout with lines running mainly one way. */
async function layoutIn(scene: Scene, direction: Direction): Promise<Layout> {
  const sizes = measured(scene, direction);
  const graph = graphOf(scene, sizes, direction);
  const done = await runElk(graph.root);
  return read(scene, sizes, { ...graph, root: done });
}

function read(scene: Scene, { boxes, labels }: Measured, { root, packs }: Graph): Layout {
  const layout: Layout = {
    width: root.width ?? 0,
    height: root.height ?? 0,
    nodes: new Map(),
    edges: new Map(),
  };
  const put = (id: string, depth: number, { x, y, width, height }: Rect): void => {
    const box = boxes.get(id);
    if (box) layout.nodes.set(id, { x, y, width, height, box, depth, shift: 0 });
  };
  const walk = (parent: ElkNode, depth: number): void => {
    for (const child of parent.children ?? []) {
      const at = rectOf(child);
      const pack = packs.get(child.id);
      if (pack)
        for (const [id, rect] of pack.members)
          put(id, depth, { ...rect, x: at.x + rect.x, y: at.y + rect.y });
      else put(child.id.slice(2), depth, at);
      walk(child, depth + 1);
    }
  };
  walk(root, 0);
  const routed = new Map((root.edges ?? []).map((edge) => [edge.id.slice(2), edge]));
  for (const { id } of scene.edges) {
    const edge = routed.get(id);
    const [section] = edge?.sections ?? [];
    const points = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : [];
    const [label] = edge?.labels ?? [];
    const content = labels.get(id);
    layout.edges.set(id, {
      points: points.map(({ x, y }) => ({ x, y })),
      ...(label && content ? { label: { rect: rectOf(label), content } } : {}),
    });
  }
  straighten(layout, new Map(scene.edges.map((edge) => [edge.id, edge])));
  placeHeadings(layout);
  return layout;
}

function rectOf({ x, y, width, height }: Partial<Rect>): Rect {
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}
