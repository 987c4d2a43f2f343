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
/** LRU cache: layout by graph, both as JSON; the least recently used entry comes first. */
const layouts = new Map<string, Promise<string>>();

/**
 * Runs ELK in this thread; loads it on the first call. The same picture is often requested as SVG, PNG, page and
 * thumbnail, so layouts are cached.
 */
export async function runElk(graph: ElkNode): Promise<ElkNode> {
  const json = JSON.stringify(graph);
  const layout = layouts.get(json) ?? layOut(json, layouts.size === 0);
  layouts.delete(json);
  layouts.set(json, layout);
  const [oldest] = layouts.keys();
  if (layouts.size > CAPACITY && oldest !== undefined) layouts.delete(oldest);
  try {
    return JSON.parse(await layout);
  } catch (error) {
    layouts.delete(json);
    throw error;
  }
}

/** ELK's CommonJS default export may be wrapped, depending on the bundler. */
async function layOut(json: string, isFirst: boolean): Promise<string> {
  const loaded: { default: unknown } = await import('elkjs/lib/elk.bundled.js');
  const inner = loaded.default;
  const found = typeof inner === 'function' ? inner : (inner as { default: unknown }).default;
  const run = () => new (found as ElkConstructor)().layout(JSON.parse(json));
  const layout = await (isFirst ? withLateOptimization(run) : run());
  // Drops ELK's internal object numbers, which differ on each run.
  return JSON.stringify(layout, (key, value: unknown) => (key === '$H' ? undefined : value));
}

/** The parts of Node's `process` that are used here. Browsers have none, and their page is checked without its types. */
interface NodeProcess {
  versions: { node: string };
  env: Readonly<Record<string, string | undefined>>;
  execArgv: readonly string[];
  getBuiltinModule(id: 'node:v8'): { setFlagsFromString(flag: string): void };
}

/** V8 flag that delays optimization, with a high value and its default, by major version of Node. */
const OPTIMIZATION_FLAGS: Readonly<Record<string, readonly [flag: string, late: number, usual: number]>> = {
  20: ['--interrupt-budget', 1_000_000, 67_584],
  22: ['--invocation-count-for-turbofan', 100_000, 3_000],
  24: ['--invocation-count-for-maglev', 10_000, 400],
};

/**
 * Runs a function while V8 optimizes code later than usual. The first layout spends a third of its time on optimizing
 * functions that it then calls rarely. ELK is loaded already: V8 rejects cached code of scripts that are loaded under
 * other flags.
 */
async function withLateOptimization<T>(run: () => Promise<T>): Promise<T> {
  const { process } = globalThis as unknown as { process?: NodeProcess };
  if (!process) return run();
  const [flag, late, usual] = OPTIMIZATION_FLAGS[process.versions.node.split('.')[0] ?? ''] ?? [];
  const hasOwnFlags = [process.env.NODE_OPTIONS, ...process.execArgv].some((it) => it?.includes(flag ?? ''));
  if (flag === undefined || hasOwnFlags) return run();
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(`${flag}=${late}`);
  try {
    return await run();
  } finally {
    setFlagsFromString(`${flag}=${usual}`);
  }
}
