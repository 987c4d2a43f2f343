import { expect, it } from 'vitest';
import { likelyDirection } from '../../src/drawing/layout/direction.js';
import type { Scene, SceneEdge, SceneNode } from '../../src/drawing/scene/scene.js';

/** Boxes of one size, joined by lines, with only the fields that the direction depends on. */
function directionOf(count: number, lines: readonly (readonly [number, number])[]) {
  const nodes = Array.from({ length: count }, (_, at) => ({ id: `n${at}`, parentId: null }) as SceneNode);
  const edges = lines.map(([from, to]) => ({ originId: `n${from}`, targetId: `n${to}` }) as SceneEdge);
  const boxes = new Map(nodes.map(({ id }) => [id, { width: 200, height: 100 }]));
  return likelyDirection(
    { nodes, edges } as Scene,
    boxes as unknown as Parameters<typeof likelyDirection>[1],
  );
}

const chain = (count: number) => Array.from({ length: count - 1 }, (_, at) => [at, at + 1] as const);

it('is the one in which a hub, a chain or a cycle is larger on a page', () => {
  expect(
    directionOf(
      41,
      Array.from({ length: 40 }, (_, at) => [0, at + 1] as const),
    ),
  ).toBe('RIGHT');
  // Boxes are wider than high.
  expect(directionOf(4, chain(4))).toBe('DOWN');
  expect(directionOf(4, [...chain(4), [3, 0]])).toBe(directionOf(4, chain(4)));
});

it('is computed for a chain of any length', () => {
  expect(directionOf(30_000, chain(30_000))).toBe('DOWN');
});
