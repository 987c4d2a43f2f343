import { describe, expect, it } from 'vitest';
import { bounds, centreOf, crosses } from '../../src/drawing/geometry.js';
import { layoutAutomatically } from '../../src/drawing/layout/automatic-layout.js';
import { compactLayout } from '../../src/drawing/layout/compact-layout.js';
import { placeNodes } from '../../src/drawing/layout/layout.js';
import type { Layout, PlacedNode } from '../../src/drawing/layout/placed.js';
import { squeeze } from '../../src/drawing/layout/squeeze.js';
import { buildScene } from '../../src/drawing/scene/build-scene.js';
import type { Scene } from '../../src/drawing/scene/scene.js';
import { sceneInputOf } from '../../src/model/analysis/graph/scene-input.js';
import { selectGraph } from '../../src/model/analysis/graph/select-graph.js';
import { readModel } from '../../src/model/document/read.js';
import { PUBLIC_EXAMPLES } from './graphs/public-examples.js';
import { documentOfGraph } from './graphs/read-graph.js';
import { syntheticDocument } from './graphs/synthetic.js';
import { measuresOf } from './picture-measures.js';

function sceneOf(text: string): Scene {
  const { model } = readModel([{ path: 'm.yaml', text }]);
  const chosen = selectGraph(model, { depth: 1, direction: 'both' });
  const { scene } = buildScene(sceneInputOf(model, chosen, { title: 'All', theme: 'light' }));
  return { ...scene, isQuick: true };
}

const examples = [
  ...Object.entries(PUBLIC_EXAMPLES).map(([name, text]) => [name, documentOfGraph(text)] as const),
  ...[20, 60].map((boxes) => [`${boxes} boxes`, syntheticDocument(boxes)] as const),
];

/** Both layouts of a scene, layered and compact, without and with empty space. */
async function pairsOf(scene: Scene): Promise<[before: Layout, after: Layout][]> {
  const parents = new Map(scene.nodes.map(({ id, parentId }) => [id, parentId]));
  const layouts = [await layoutAutomatically(scene), compactLayout(scene, parents)];
  return layouts.flatMap((before): [Layout, Layout][] => {
    if (!before) return [];
    const after = structuredClone(before);
    squeeze(after);
    return [[before, after]];
  });
}

/** Number of lines of others that labels cover. */
const coveredBy = ({ edges }: Layout): number =>
  [...edges.values()].flatMap(({ points, label }) =>
    [...edges.values()].filter(
      (other) =>
        label &&
        other.points !== points &&
        other.points.some((to, at) => at > 0 && crosses(other.points[at - 1] ?? to, to, label.rect)),
    ),
  ).length;

const ratioOf = ({ width, height }: Layout): number => Math.max(width / height, height / width);

const card = (x: number, y: number): PlacedNode =>
  ({ x, y, width: 100, height: 50, depth: 0, shift: 0, box: { frame: false } }) as PlacedNode;

const layoutWith = (nodes: Record<string, PlacedNode>, edges: Layout['edges'] = new Map()): Layout => ({
  ...(bounds(Object.values(nodes)) ?? { width: 0, height: 0 }),
  nodes: new Map(Object.entries(nodes)),
  edges,
});

describe('empty space is removed', () => {
  it.each(examples)('without new crossings or covered lines: %s', async (_, text) => {
    for (const [before, after] of await pairsOf(sceneOf(text))) {
      const [old, now] = [measuresOf(before), measuresOf(after)];
      expect(now.crossings).toBeLessThanOrEqual(old.crossings);
      expect(coveredBy(after)).toBeLessThanOrEqual(coveredBy(before));
      expect(now.overlaps).toBe(0);
      expect(now.lineLength).toBeLessThan(old.lineLength);
      expect(now.width * now.height).toBeLessThan(0.99 * old.width * old.height);
      expect(ratioOf(after)).toBeLessThanOrEqual(Math.max(1.9, ratioOf(before)) + 0.001);
    }
  });

  it('up to a distance, but not between boxes that were closer', () => {
    const layout = layoutWith({ a: card(0, 0), b: card(500, 0), c: card(610, 0), d: card(0, 400) });
    squeeze(layout);
    expect([...layout.nodes.values()].map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [124, 0],
      [234, 0],
      [0, expect.closeTo(334 / 1.9 - 50)],
    ]);
    expect(layout).toMatchObject({ width: 334, height: 334 / 1.9 });
  });

  it('and lines stay at their boxes, labels at their lines', () => {
    const points = [
      { x: 100, y: 25 },
      { x: 350, y: 25 },
      { x: 350, y: 600 },
    ];
    const rect = { x: 330, y: 300, width: 40, height: 20 };
    const label = { rect, content: { width: 40, height: 20, text: ['Asks'], tech: [], badges: [] } };
    const layout = layoutWith({ a: card(0, 0), b: card(300, 600) }, new Map([['c', { points, label }]]));
    squeeze(layout);
    const [a, b] = [...layout.nodes.values()];
    expect(points.map(({ x }) => x)).toEqual([100, centreOf(b as PlacedNode).x, centreOf(b as PlacedNode).x]);
    expect(points.map(({ y }) => y)).toEqual([25, 25, b?.y]);
    expect(centreOf(rect).x).toBe(points[1]?.x);
    expect([a?.x, a?.y, layout.width < 300, layout.height < 300]).toEqual([0, 0, true, true]);
  });

  it('and cards of a row stay in it', async () => {
    const [[before, after] = []] = await pairsOf(sceneOf(examples[0]?.[1] ?? ''));
    const cards = [...(before?.nodes ?? [])].filter(([, { box }]) => !box.frame);
    for (const [id, one] of cards)
      for (const [other, it] of cards) {
        const distance = centreOf(one).y - centreOf(it).y;
        const [moved, second] = [after?.nodes.get(id), after?.nodes.get(other)];
        if (Math.abs(distance) < 4 && moved && second)
          expect(centreOf(moved).y - centreOf(second).y).toBeCloseTo(distance);
      }
  });

  it('from a picture without boxes', () => {
    const layout = layoutWith({});
    squeeze(layout);
    expect(layout).toMatchObject({ width: 0, height: 0 });
  });

  it('but not from positions to store: other lines are routed there', async () => {
    const scene = sceneOf(syntheticDocument(20));
    const [, [compact] = []] = await pairsOf(scene);
    expect(await placeNodes(scene)).toEqual(compact?.nodes);
  });
});
