import { expect, it } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { getDiagramContent } from '../../src/contract/resources/diagram-content.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { textOf } from '../support/sandbox.js';
import { behavesAsFamily, knowsFilters, ownObject, ownRoot, type Sample } from './family.js';

const sample: Sample = {
  family: diagrams,
  body: async (service) => ({
    name: service.mark,
    index: 3,
    type: 'context-diagram',
    modelId: await ownRoot(service),
  }),
  more: {
    labels: { team: 'a' },
    description: 'Long',
    pinned: true,
    pinnedAt: '2026-03-04T12:00:00.000Z',
    pinnedIndex: 2,
  },
  change: { name: 'Renamed', description: 'Other' },
  required: ['name', 'index', 'type', 'modelId'],
};

const box = (id: string, modelId: string) => ({
  id,
  modelId,
  x: 0,
  y: 0,
  width: 256,
  height: 128,
  type: 'system',
  shape: 'box',
});

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this diagram' }, { name: 'Only this diagram' }, { name: 'Another diagram' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, {}],
    [{ pinned: true }, { pinned: true }, { pinned: false }],
    [{ type: 'app-diagram' }, { type: 'app-diagram' }, {}],
  ]);

  it('are returned with their content and its counts', async () => {
    const service = at.service();
    const { modelId: rootId } = at.least();
    const a = await ownObject(service, String(rootId));
    const made = await at.make({ objects: { o: box('o', a) } });
    expect(made).toMatchObject({ objectCount: { system: 1, box: 1 }, connectionCount: 0 });
    const path = at.path(made);
    const content = await service.get(getDiagramContent, { path });
    expect(content).toMatchObject({ id: made.id, objects: { o: { modelId: a } } });
    const object = await service.get(modelObjects.get, { path: { modelObjectId: a } });
    expect(object.diagrams).toEqual({ [textOf(made, 'id')]: { id: made.id, objectId: 'o' } });
    const empty = await at.make();
    const filled = await service.list(diagrams.list, { query: { filter: { empty: false } } });
    expect(filled.map(({ id }) => id)).toContain(made.id);
    expect(filled.map(({ id }) => id)).not.toContain(empty.id);
    await service.get(modelObjects.delete, { path: { modelObjectId: a } });
    expect(await service.get(getDiagramContent, { path })).toMatchObject({ objects: {} });
  });

  it('reject invalid dates', async () => {
    for (const pinnedAt of ['1', '2026-03-04', 'yesterday']) {
      const body = { ...at.least(), pinnedAt };
      expect((await at.service().send(diagrams.create, { body })).status).toBe(422);
    }
  });
});
