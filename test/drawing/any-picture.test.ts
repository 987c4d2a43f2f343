import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLE } from '../../src/commands/model/shared/example.js';
import { layoutScene } from '../../src/drawing/layout/layout.js';
import { buildScene } from '../../src/drawing/scene/build-scene.js';
import type { Scene } from '../../src/drawing/scene/scene.js';
import { type Marks, marksOf, sceneInputOf, unionOf } from '../../src/model/analysis/graph/scene-input.js';
import { type GraphSelection, LEVELS, selectGraph } from '../../src/model/analysis/graph/select-graph.js';
import { diffModels } from '../../src/model/compare/diff.js';
import type { Model } from '../../src/model/document/element.js';
import { readModel } from '../../src/model/document/read.js';
import { sceneOf } from '../../src/sandbox/exports/picture.js';
import { seedStore } from '../../src/sandbox/seed/load.js';
import { openStore } from '../../src/sandbox/store/store.js';
import { models } from '../model/analysis/models.js';
import { faultsOf } from './faults.js';
import { flow, scene } from './fixture.js';

const modelOf = (text: string): Model => readModel([{ path: 'm.yaml', text }]).model;
const ALL = { depth: 1, direction: 'both' } as const;

const sceneOfModel = (model: Model, chosen: GraphSelection, marks?: Marks): Scene =>
  buildScene(sceneInputOf(model, chosen, { title: 'All', theme: 'light', ...(marks && { marks }) })).scene;

describe('a picture is valid', () => {
  it('of every diagram of the demo', async () => {
    const store = openStore(undefined);
    await seedStore(store, 'demo', { id: 'key', secret: 'secret' }, () => new Date('2026-03-01T12:00:00Z'));
    // Versions and drafts contain most of them again.
    const diagrams = new Map(store.records.all('diagram').map(({ doc }) => [doc.name, doc]));
    const scenes = [...diagrams.values()].flatMap(({ id, versionId }) => {
      const found = sceneOf(store.records, {
        versionId: String(versionId),
        organizationId: '',
        diagramId: id,
        options: { tab: 'tags' },
      });
      return found ? [found.scene] : [];
    });
    expect(scenes.length).toBeGreaterThan(5);
    for (const it of scenes) expect([it.title, await faultsOf(it)]).toEqual([it.title, []]);
    store.close();
  });

  it('of a diagram with a flow, tags and group members', async () => {
    expect(await faultsOf(scene({ flowId: 'flow', tab: 'tags', groupId: 'zone' }, { flow }).scene)).toEqual(
      [],
    );
  });

  it('of the starter model, at each level', async () => {
    const model = modelOf(EXAMPLE);
    for (const level of LEVELS)
      expect([level, await faultsOf(sceneOfModel(model, selectGraph(model, { ...ALL, level })))]).toEqual([
        level,
        [],
      ]);
  });

  it('of one box with many around it: no strip, and no touching arrowheads', async () => {
    const around = Array.from({ length: 40 }, (_, at) => ({
      id: `n${at}`,
      type: 'system',
      name: `System ${at}`,
    }));
    const model = modelOf(
      JSON.stringify({
        objects: [{ id: 'hub', type: 'system', name: 'Hub' }, ...around],
        connections: around.map(({ id }, at) => ({
          id: `c${at}`,
          name: 'Tells',
          origin: at % 2 === 0 ? id : 'hub',
          target: at % 2 === 0 ? 'hub' : id,
        })),
      }),
    );
    const hub = { ...sceneOfModel(model, selectGraph(model, ALL)), isQuick: true };
    expect(await faultsOf(hub)).toEqual([]);
    const { width, height, edges } = await layoutScene(hub);
    expect(Math.max(width / height, height / width)).toBeLessThan(4);
    // The ends at the hub: lines to it and from it alternate.
    const ends = [...edges.values()].flatMap(({ points }, at) => points.at(at % 2 === 0 ? -1 : 0) ?? []);
    expect(ends).toHaveLength(40);
    for (const [at, one] of ends.entries())
      for (const other of ends.slice(at + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(9);
  });

  it('of any model, with cycles and special names', async () => {
    await fc.assert(
      fc.asyncProperty(models, models, async (before, after) => {
        const model = unionOf(before, after);
        const marks = marksOf(diffModels(before, after));
        expect(await faultsOf(sceneOfModel(model, selectGraph(model, ALL), marks))).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('of large models, in a quick layout', async () => {
    await fc.assert(
      fc.asyncProperty(large, async (text) => {
        const model = modelOf(text);
        expect(await faultsOf({ ...sceneOfModel(model, selectGraph(model, ALL)), isQuick: true })).toEqual(
          [],
        );
      }),
      { numRuns: 4 },
    );
  });
});

const NAMES = [
  'API',
  'A longer name of what it is',
  'Supercalifragilistic'.repeat(4),
  '予約システムの管理画面',
  '🚢 données',
  'مرحبا بالعالم',
];
const name = fc.constantFrom(...NAMES);
const number = fc.nat(10_000);

/** Systems with apps and stores, some in groups, and connections among all of them. */
const large = fc
  .record({
    objects: fc.array(fc.record({ name, at: number, type: fc.constantFrom('app', 'store') }), {
      minLength: 20,
      maxLength: 45,
    }),
    systems: fc.array(fc.record({ name, at: number }), { minLength: 3, maxLength: 8 }),
    lines: fc.array(fc.record({ name, from: number, to: number }), { minLength: 15, maxLength: 60 }),
  })
  .map(({ objects, systems, lines }) => {
    const ids = [...systems.map((_, at) => `s${at}`), ...objects.map((_, at) => `o${at}`), 'g0', 'g1'];
    const one = (by: number) => ids[by % ids.length];
    return JSON.stringify({
      objects: [
        { id: 'g0', type: 'group', name: 'Zone' },
        { id: 'g1', type: 'group', name: 'Inner zone', parent: 'g0' },
        ...systems.map((it, at) => ({
          id: `s${at}`,
          type: 'system',
          name: it.name,
          ...(it.at % 3 > 0 && { parent: `g${it.at % 2}` }),
        })),
        ...objects.map((it, at) => ({
          id: `o${at}`,
          type: it.type,
          name: it.name,
          caption: it.at % 2 === 0 ? it.name : '',
          parent: `s${it.at % systems.length}`,
        })),
      ],
      connections: lines.map((it, at) => ({
        id: `c${at}`,
        name: it.name,
        origin: one(it.from),
        target: one(it.to),
        direction: it.from % 3 === 0 ? 'bidirectional' : 'outgoing',
      })),
    });
  });
