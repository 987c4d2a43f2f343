import { expect, it } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { flows } from '../../src/contract/resources/flow.js';
import type { JsonObject } from '../support/sandbox.js';
import { behavesAsFamily, knowsFilters, ownObject, ownRoot, type Sample } from './family.js';
import type { Behaved } from './service.js';

/** A diagram with one object, `o`. */
async function drawn(service: Behaved): Promise<{ diagramId: unknown; objectId: string }> {
  const modelId = await ownRoot(service);
  const objectId = await ownObject(service, modelId);
  const place = { x: 0, y: 0, width: 256, height: 128, type: 'system', shape: 'box' };
  const objects = { o: { id: 'o', modelId: objectId, ...place } };
  const body = { name: service.mark, index: 0, type: 'context-diagram', modelId, objects };
  return { diagramId: (await service.make(diagrams, body)).id, objectId };
}

const step = (id: string, more: JsonObject): JsonObject => ({
  id,
  index: 0,
  description: 'Does',
  type: 'outgoing',
  originId: null,
  targetId: null,
  viaId: null,
  parentId: null,
  flowId: null,
  paths: null,
  ...more,
});

const sample: Sample = {
  family: flows,
  body: async (service) => ({ name: service.mark, diagramId: (await drawn(service)).diagramId }),
  more: {
    labels: { team: 'a' },
    index: 4711,
    pinned: true,
    pinnedAt: '2026-03-04T12:00:00.000Z',
    pinnedIndex: 2,
    showAllSteps: true,
    showConnectionNames: false,
    steps: { s: step('s', {}) },
  },
  change: { name: 'Renamed', showAllSteps: true },
  required: ['name', 'diagramId'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this flow' }, { name: 'Only this flow' }, { name: 'Another flow' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, {}],
    [{ pinned: true }, { pinned: true }, { pinned: false }],
  ]);

  it('have steps between objects of their diagram or of the model', async () => {
    const { diagramId, objectId } = await drawn(at.service());
    const steps = { a: step('a', { originId: 'o' }), b: step('b', { targetId: objectId }) };
    const made = await at.make({ diagramId, steps });
    expect(made.steps).toEqual(steps);
    const body = { name: 'F', diagramId, steps: { a: step('a', { originId: 'nobody' }) } };
    expect((await at.service().send(flows.create, { body })).status).toBe(422);
  });

  it('change step by step', async () => {
    const made = await at.make({ steps: { a: step('a', {}), b: step('b', { index: 1 }) } });
    const body = {
      steps: {
        $add: { c: step('c', { index: 2 }) },
        $update: { a: { description: 'Changed' } },
        $remove: ['b'],
      },
    };
    const changed = await at.service().get(flows.update, { path: at.path(made), body });
    expect(changed.steps).toEqual({
      a: step('a', { description: 'Changed' }),
      c: step('c', { index: 2 }),
    });
  });

  it('are deleted with their diagram, and found by it', async () => {
    const service = at.service();
    const { diagramId } = await drawn(service);
    const made = await at.make({ diagramId });
    const listed = await service.list(flows.list, { query: { filter: { diagramId } } });
    expect(listed.map(({ id }) => id)).toEqual([made.id]);
    await service.get(diagrams.delete, { path: { diagramId: String(diagramId) } });
    expect((await service.send(flows.get, { path: at.path(made) })).status).toBe(404);
  });
});
