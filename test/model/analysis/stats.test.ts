import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ModelStats, statsOf } from '../../../src/model/analysis/stats.js';
import { readModel } from '../../../src/model/document/read.js';
import { models } from './models.js';

const stats = (text: string): ModelStats => statsOf(readModel([{ path: 'm.yaml', text }]).model);

const SHOP = `
landscape: Shop
objects:
  - id: shop
    type: system
    name: Shop
    objects:
      - { id: api, type: app, name: API, technologies: [node], teams: [One], description: x }
      - { id: db, type: store, name: DB }
  - id: bank
    type: system
    name: Bank
    objects: [{ id: pay, type: app, name: Pay, technologies: [node, java] }]
  - { id: alone, type: actor, name: Alone }
  - { id: crew, type: group, name: Crew }
connections:
  - { id: a, origin: api, target: db, name: Reads, direction: outgoing }
  - { id: b, origin: api, target: pay, name: Pays, technologies: [https] }
  - { id: c, origin: pay, target: shop, name: Calls back }
  - { id: d, origin: api, target: nothing, name: Ends nowhere }
`;

it('counts elements, and missing fields', () => {
  const found = stats(SHOP);
  expect(found).toMatchObject({
    landscape: 'Shop',
    counts: { objects: 7, connections: 4, diagrams: 0 },
    objects: {
      byType: { actor: 1, app: 2, component: 0, group: 1, store: 1, system: 2 },
      byStatus: { live: 7, removed: 0 },
      depth: 2,
    },
    connections: { byDirection: { outgoing: 1, bidirectional: 0, none: 3 } },
    orphans: [{ id: 'alone', name: 'Alone', type: 'actor' }],
    missing: {
      description: { missing: 5, of: 6 },
      owner: { missing: 4, of: 5 },
      technology: { missing: 1, of: 3 },
      connectionTechnology: { missing: 3, of: 4 },
    },
    technologies: [
      { technology: 'node', objects: 2, connections: 0 },
      { technology: 'https', objects: 0, connections: 1 },
      { technology: 'java', objects: 1, connections: 0 },
    ],
  });
  expect(found.coupling.map((it) => [it.origin.id, it.target.id, it.connections])).toEqual([
    ['bank', 'shop', 1],
    ['shop', 'bank', 1],
  ]);
  expect(found.cycles.systems.map((way) => way.map(({ id }) => id).sort())).toEqual([['bank', 'shop']]);
  expect(found.cycles.apps).toEqual([]);
  expect(found.mostConnected.map((it) => [it.id, it.in, it.out, it.connections])).toEqual([
    ['api', 0, 2, 2],
    ['pay', 1, 1, 2],
    ['db', 1, 0, 1],
    ['shop', 1, 0, 1],
  ]);
});

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, it) => total + it, 0);

it('has counts that add up for every model, with the same keys', () => {
  const keys = (of: ModelStats): string[] => Object.keys(of);
  const empty = stats('');
  fc.assert(
    fc.property(models, (model) => {
      const found = statsOf(model);
      const { objects = 0, connections = 0 } = found.counts;
      expect(keys(found)).toEqual(keys(empty));
      for (const counts of [found.objects.byType, found.objects.byStatus]) expect(sum(counts)).toBe(objects);
      const inDomains = found.objects.byDomain.reduce((total, it) => total + it.objects, 0);
      expect(inDomains).toBe(objects);
      for (const counts of Object.values(found.connections)) expect(sum(counts)).toBe(connections);
      expect(found.mostConnected.length).toBeLessThanOrEqual(10);
      const across = found.coupling.reduce((total, it) => total + it.connections, 0);
      expect(across).toBeLessThanOrEqual(2 * connections);
      for (const { missing, of } of Object.values(found.missing)) expect(missing).toBeLessThanOrEqual(of);
      expect(found.objects.depth).toBeLessThanOrEqual(objects);
    }),
  );
});
