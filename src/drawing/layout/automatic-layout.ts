import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Rect } from '../geometry.js';
import type { Direction, Scene } from '../scene/scene.js';
import { likelyDirection } from './direction.js';
import { type EdgeLabel, labelOf } from './edge-label.js';
import { placeHeadings } from './headings.js';
import { type Graph, graphOf, type Measured } from './layout-graph.js';
import { boxOf } from './node-box.js';
import type { Layout } from './placed.js';
import { straighten } from './straighten.js';

/** Maximum label width by direction. Horizontal lines get narrower labels, because each label widens the picture. */
const LABEL_WIDTH: Readonly<Record<Direction, number>> = { DOWN: 150, RIGHT: 108 };

/** Lays out a scene without its stored positions. Loads ELK on the first call. */
export async function layoutAutomatically(scene: Scene): Promise<Layout> {
  const boxes = new Map(scene.nodes.map((node) => [node.id, boxOf(node)]));
  const direction = scene.direction ?? likelyDirection(scene, boxes);
  const sizes = { boxes, labels: labelsOf(scene, direction) };
  const graph = graphOf(scene, sizes, direction);
  return read(scene, sizes, { ...graph, root: await runElk(graph.root) });
}

function labelsOf(scene: Scene, direction: Direction): Measured['labels'] {
  const labels = new Map<string, EdgeLabel>();
  for (const edge of scene.edges) {
    const label = labelOf(edge, LABEL_WIDTH[direction]);
    if (label) labels.set(edge.id, label);
  }
  return labels;
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
  placeHeadings(layout, scene.nodes);
  return layout;
}

function rectOf({ x, y, width, height }: Partial<Rect>): Rect {
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

type ElkConstructor = new () => Pick<ELK, 'layout'>;

/** Capacity of the LRU cache of layouts, some tens of kilobytes each. */
const CAPACITY = 50;
/** LRU cache: layout by graph with numbered ids, both as JSON; the least recently used entry comes first. */
const layouts = new Map<string, Promise<string>>();

/**
 * Runs ELK in this thread; loads it on the first call. The same picture is often requested as SVG, PNG, page and
 * thumbnail, and versions contain it under other ids, so graphs that differ only in their ids share one cached layout.
 */
export async function runElk(graph: ElkNode): Promise<ElkNode> {
  const { numbered, ids } = withNumberedIds(graph);
  const layout = layouts.get(numbered) ?? layOut(numbered);
  layouts.delete(numbered);
  layouts.set(numbered, layout);
  const [oldest] = layouts.keys();
  if (layouts.size > CAPACITY && oldest !== undefined) layouts.delete(oldest);
  try {
    return withIds(await layout, ids);
  } catch (error) {
    layouts.delete(numbered);
    throw error;
  }
}

/** ELK's CommonJS default export may be wrapped, depending on the bundler. */
async function layOut(numbered: string): Promise<string> {
  const loaded: { default: unknown } = await import('elkjs/lib/elk.bundled.js');
  const inner = loaded.default;
  const found = typeof inner === 'function' ? inner : (inner as { default: unknown }).default;
  const done = await new (found as ElkConstructor)().layout(JSON.parse(numbered) as ElkNode);
  // Drops ELK's internal object numbers, which differ on each run.
  return JSON.stringify(done, (key, value: unknown) => (key === '$H' ? undefined : value));
}

/**
 * Serializes the graph with its ids replaced by `#0`, `#1`… in order of first appearance. Ids are recognized by their
 * kind prefix.
 */
function withNumberedIds(graph: ElkNode): { numbered: string; ids: readonly string[] } {
  const numbers = new Map<string, string>();
  const numbered = JSON.stringify(graph, (_, value: unknown) => {
    if (typeof value !== 'string' || !/^[nelp]:/.test(value)) return value;
    const number = numbers.get(value) ?? `#${numbers.size}`;
    numbers.set(value, number);
    return number;
  });
  return { numbered, ids: [...numbers.keys()] };
}

const withIds = (layout: string, ids: readonly string[]): ElkNode =>
  JSON.parse(layout, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('#') ? ids[Number(value.slice(1))] : value,
  ) as ElkNode;
