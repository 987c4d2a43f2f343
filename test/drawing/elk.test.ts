import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { describe, expect, it } from 'vitest';
import { runElk } from '../../src/drawing/layout/automatic-layout.js';

const graph = (name: string, width = 100): ElkNode => ({
  id: 'n:',
  layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT' },
  children: [
    { id: `n:${name}-a`, width, height: 40 },
    { id: `n:${name}-b`, width: 80, height: 40 },
  ],
  edges: [{ id: `e:${name}`, sources: [`n:${name}-a`], targets: [`n:${name}-b`], labels: [] }],
});

/** The same graph with one name replaced. */
const renamed = (laidOut: ElkNode, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(laidOut).replaceAll(`:${from}`, `:${to}`));

describe('graph layout', () => {
  it('keeps the ids, hostile ones too, and gives every copy the same positions', async () => {
    const first = await runElk(graph('one'));
    expect(first.children?.map(({ id }) => id)).toEqual(['n:one-a', 'n:one-b']);
    expect(first.edges?.[0]).toMatchObject({ id: 'e:one', sources: ['n:one-a'], targets: ['n:one-b'] });
    expect(first.children?.[1]?.x).toBeGreaterThan(100);
    for (const name of ['two', '#1', '__proto__'])
      expect(await runElk(graph(name))).toEqual(renamed(first, 'one', name));
  });

  it('distinguishes graphs that look different', async () => {
    const [narrow, wide] = await Promise.all([runElk(graph('same')), runElk(graph('same', 300))]);
    expect(wide.children?.[1]?.x).toBe((narrow.children?.[1]?.x ?? 0) + 200);
  });

  it('returns copies, which may be changed', async () => {
    const given = await runElk(graph('one'));
    const before = structuredClone(given);
    for (const child of given.children ?? []) Object.assign(child, { x: -1, id: 'n:changed' });
    expect(await runElk(graph('one'))).toEqual(before);
  });

  it('lays out again after eviction and after a failure', async () => {
    const first = await runElk(graph('one'));
    for (let width = 1; width <= 60; width += 1)
      await runElk({ ...graph('one'), children: [{ id: 'n:other', width }], edges: [] });
    expect(await runElk(graph('one'))).toEqual(first);
    const broken: ElkNode = {
      ...graph('one'),
      edges: [{ id: 'e:x', sources: ['n:gone'], targets: ['n:gone'] }],
    };
    for (let time = 0; time < 2; time += 1) await expect(runElk(broken)).rejects.toThrow();
  });
});
