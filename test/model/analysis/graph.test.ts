import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crosses } from '../../../src/drawing/geometry.js';
import { drawSvg } from '../../../src/drawing/index.js';
import { headingRect } from '../../../src/drawing/layout/headings.js';
import { layoutScene } from '../../../src/drawing/layout/layout.js';
import { buildScene } from '../../../src/drawing/scene/build-scene.js';
import { diagramInputOf } from '../../../src/model/analysis/graph/diagram-input.js';
import { marksOf, sceneInputOf, unionOf } from '../../../src/model/analysis/graph/scene-input.js';
import { type GraphSelection, LEVELS, selectGraph } from '../../../src/model/analysis/graph/select-graph.js';
import { diffModels } from '../../../src/model/compare/diff.js';
import { elementOf, type Model } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { runs } from '../../support/property-runs.js';
import { models } from './models.js';

const modelOf = (text: string): Model => readModel([{ path: 'm.yaml', text }]).model;

const SHOP = modelOf(`
objects:
  - id: shop
    type: system
    name: Shop
    objects:
      - { id: api, type: app, name: API, objects: [{ id: part, type: component, name: Part }] }
      - { id: db, type: store, name: DB }
  - { id: bank, type: system, name: Bank, objects: [{ id: pay, type: app, name: Pay }] }
  - { id: buyer, type: actor, name: Buyer }
  - { id: crew, type: group, name: Crew }
connections:
  - { id: looks, origin: buyer, target: api, name: Looks }
  - { id: reads, origin: part, target: db, name: Reads }
  - { id: pays, origin: api, target: pay, name: Pays }
  - { id: back, origin: pay, target: api, name: Back }
`);

const summaryOf = ({ objects, lines }: GraphSelection): [string, string] => [
  objects.map(({ id }) => id).join(' '),
  lines.map(({ from, to, connections }) => `${from}-${to}:${connections.length}`).join(' '),
];

it.each([
  [
    { depth: 1, direction: 'both' },
    'shop api part db bank pay buyer',
    'buyer-api:1 part-db:1 api-pay:1 pay-api:1',
  ],
  [{ depth: 1, direction: 'both', focus: 'pay' }, 'shop api bank pay', 'api-pay:1 pay-api:1'],
  [{ depth: 1, direction: 'in', focus: 'db' }, 'shop api part db', 'part-db:1'],
  [{ depth: 0, direction: 'both', focus: 'shop' }, 'shop api part db', ''],
  [{ depth: 1, direction: 'out', focus: 'buyer', level: 'system' }, 'shop buyer', 'buyer-shop:1'],
  [
    { depth: 2, direction: 'out', focus: 'buyer', level: 'system' },
    'shop bank buyer',
    'buyer-shop:1 shop-bank:1',
  ],
  [
    { depth: 1, direction: 'both', level: 'app' },
    'shop api db bank pay buyer',
    'buyer-api:1 api-db:1 api-pay:2',
  ],
] as const)('shows %j', (aim, objects, lines) => {
  expect(summaryOf(selectGraph(SHOP, aim))).toEqual([objects, lines]);
});

it('marks added, removed and changed elements, also in merged lines', () => {
  const before = modelOf(`
objects:
  - { id: shop, type: system, name: Shop, objects: [{ id: api, type: app, name: Old }] }
  - { id: gone, type: system, name: Gone }
connections: [{ id: left, origin: gone, target: api, name: Left }]
`);
  const after = modelOf(`
objects:
  - { id: shop, type: system, name: Shop, objects: [{ id: api, type: app, name: New }] }
  - { id: come, type: system, name: Come }
`);
  const both = unionOf(before, after);
  const marks = marksOf(diffModels(before, after));
  const input = sceneInputOf(both, selectGraph(both, { depth: 1, direction: 'both', level: 'system' }), {
    title: 't',
    theme: 'dark',
    marks,
  });
  const { scene } = buildScene(input);
  const accents = Object.fromEntries(scene.nodes.map(({ name, accent }) => [name, accent]));
  expect(accents).toEqual({ Shop: 'yellow', Come: 'green', Gone: 'red' });
  expect(scene.edges.map(({ accent }) => accent)).toEqual(['red']);
  expect(scene.legend?.title).toBe('Changes');
  expect(scene.legend?.entries.map(({ label }) => label)).toEqual(['Added', 'Removed', 'Changed']);
});

it('merges lines that differ only in text, and lists all their connections', () => {
  const model = modelOf(`
objects: [{ id: a, type: system, name: A }, { id: b, type: system, name: B }]
connections:
  - { id: one, origin: a, target: b, name: Reads, direction: outgoing }
  - { id: two, origin: a, target: b, name: Writes, direction: outgoing }
  - { id: three, origin: b, target: a, name: Answers, direction: outgoing }
  - { id: four, origin: a, target: b, name: Plans, direction: outgoing, status: future }
  - { id: five, origin: a, target: b, name: Talks, direction: bidirectional }
  - { id: six, origin: b, target: a, name: Talks, direction: bidirectional }
  - { id: seven, origin: a, target: b, name: ${'long '.repeat(12)}, direction: outgoing, status: removed }
  - { id: eight, origin: a, target: b, name: Short, direction: outgoing, status: removed }
  - { id: nine, origin: a, target: b, name: New, direction: outgoing }
`);
  const marks = marksOf([{ change: 'added', kind: 'connection', id: 'nine', name: 'New', fields: [] }]);
  const chosen = selectGraph(model, {
    depth: 1,
    direction: 'both',
    appearanceOf: (id) => (id === 'nine' ? 'added' : undefined),
  });
  const { modelConnections } = sceneInputOf(model, chosen, { title: 't', theme: 'dark', marks });
  expect(modelConnections.map(({ name, originId, direction }) => [name, originId, direction])).toEqual([
    ['Reads, Writes', 'a', 'outgoing'],
    ['Answers', 'b', 'outgoing'],
    ['Plans', 'a', 'outgoing'],
    ['2 × Talks', 'a', 'bidirectional'],
    ['2 connections', 'a', 'outgoing'],
    ['New', 'a', 'outgoing'],
  ]);
  expect(modelConnections.at(-1)?.tagIds).toEqual(['added']);
});

const GROUPED = modelOf(`
objects:
  - id: shop
    type: system
    name: Shop
    objects:
      - { id: api, type: app, name: API, groups: [eu], technologies: [apache-kafka, own-thing] }
      - { id: bus, type: store, name: Bus }
  - { id: bank, type: system, name: Bank, objects: [{ id: pay, type: app, name: Pay, groups: [eu] }] }
  - { id: clerk, type: actor, name: Clerk, groups: [crew] }
  - { id: eu, type: group, name: EU }
  - { id: crew, type: group, name: Crew }
connections: [{ id: pays, origin: api, target: pay, name: Pays, via: bus, direction: outgoing }]
`);
const WHOLE = { depth: 1, direction: 'both' } as const;

it('draws groups that have only members, with their members in them or marked', () => {
  const { scene } = buildScene(
    sceneInputOf(GROUPED, selectGraph(GROUPED, WHOLE), { title: 't', theme: 'light' }),
  );
  const nodes = new Map(scene.nodes.map((it) => [it.id, it]));
  expect(nodes.get('clerk')?.parentId).toBe('crew');
  for (const id of ['api', 'pay']) expect(nodes.get(id)?.chips.map(({ label }) => label)).toEqual(['In EU']);
  expect(nodes.get('bus')?.chips).toEqual([]);
  const around = selectGraph(GROUPED, { ...WHOLE, focus: 'crew', depth: 0 }).objects.map(({ id }) => id);
  expect(around).toEqual(['clerk', 'crew']);
});

it('draws a connection through its broker, with names of technologies', () => {
  const input = sceneInputOf(GROUPED, selectGraph(GROUPED, { ...WHOLE, focus: 'pay' }), {
    title: 't',
    theme: 'light',
    technologyName: (slug) => slug.toUpperCase(),
  });
  const { scene } = buildScene(input);
  expect(scene.edges.map(({ originId, targetId }) => [originId, targetId])).toEqual([
    ['api', 'bus'],
    ['bus', 'pay'],
  ]);
  expect(scene.nodes.find(({ id }) => id === 'api')?.technologies).toEqual(['APACHE-KAFKA', 'OWN-THING']);
});

it('keeps the line into a container clear of its heading', async () => {
  const model = modelOf(`
objects:
  - { id: user, type: actor, name: User }
  - { id: box, type: system, name: A container with a long name, objects: [{ id: in, type: app, name: In }] }
connections: [{ id: uses, origin: user, target: in, name: Uses }]
`);
  const { scene } = buildScene(
    sceneInputOf(model, selectGraph(model, WHOLE), { title: 't', theme: 'light' }),
  );
  const { nodes, edges } = await layoutScene({ ...scene, direction: 'DOWN' });
  const frame = nodes.get('box');
  expect(frame?.box.name.join(' ')).toBe('A container with a long name');
  const points = edges.get('uses')?.points ?? [];
  for (const [at, to] of points.slice(1).entries())
    expect(frame && crosses(points[at] ?? to, to, headingRect(frame))).toBe(false);
});

it('draws a diagram with its layout, and objects without a position automatically', async () => {
  const model = modelOf(`
objects:
  - { id: shop, type: system, name: Shop, objects: [{ id: api, type: app, name: API }, { id: db, type: store, name: DB }, { id: web, type: app, name: Web }] }
connections: [{ id: reads, origin: api, target: db, name: Reads }]
diagrams:
  - id: apps
    name: Apps
    type: app-diagram
    of: shop
    objects: [api, db, web]
    layout:
      objects: { api: { x: -50, y: 20 }, db: { x: 5000, y: 20, width: 300, height: 200 } }
      connections: { reads: { line: straight, origin: top-right, target: bottom-left } }
`);
  const diagram = elementOf(model, 'diagram', 'apps');
  if (!diagram) throw new Error('The model has no diagram.');
  const input = diagramInputOf(model, diagram, { title: 'Apps', theme: 'light' });
  const { nodes, edges } = await layoutScene(buildScene(input).scene);
  const [api, db] = [nodes.get('api'), nodes.get('db')];
  expect(db).toMatchObject({ width: 300, height: 200, y: api?.y });
  expect((db?.x ?? 0) - (api?.x ?? 0)).toBe(5050);
  expect(edges.get('reads')?.points.map(({ y }) => y - (api?.y ?? 0))).toEqual([0, 200]);
  expect(nodes.has('web')).toBe(true);
  const automatic = await layoutScene(buildScene({ ...input, options: { autoLayout: true } }).scene);
  expect(automatic.width).toBeLessThan(2000);
});

it('draws any model, with escaped names', async () => {
  const aims = fc.record({
    depth: fc.nat(3),
    direction: fc.constantFrom('in', 'out', 'both'),
    level: fc.option(fc.constantFrom(...LEVELS), { nil: undefined }),
    focus: fc.option(fc.constantFrom('a', '__proto__'), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(models, aims, async (model, { level, focus, ...rest }) => {
      const aim = { ...rest, ...(level && { level }), ...(focus !== undefined && { focus }) } as const;
      const chosen = selectGraph(model, aim);
      const shown = new Set(chosen.objects.map(({ id }) => id));
      for (const { from, to } of chosen.lines) expect(shown.has(from) && shown.has(to)).toBe(true);
      const { svg } = await drawSvg(
        buildScene(sceneInputOf(model, chosen, { title: '<', theme: 'light' })).scene,
      );
      expect(svg).not.toContain('<script');
    }),
    { numRuns: runs(12) },
  );
});
