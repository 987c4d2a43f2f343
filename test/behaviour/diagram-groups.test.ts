import { expect, it } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { diagramGroups } from '../../src/contract/resources/diagram-group.js';
import { behavesAsFamily, knowsFilters, ownObject, ownRoot, type Sample } from './family.js';

const sample: Sample = {
  family: diagramGroups,
  body: async (service) => ({ name: service.mark, modelId: await ownRoot(service) }),
  more: { labels: { team: 'a' }, index: 4711 },
  change: { name: 'Renamed' },
  required: ['name', 'modelId'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this group' }, { name: 'Only this group' }, { name: 'Another group' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, { labels: { team: 'y' } }],
  ]);

  it('are found by their parent', async () => {
    const service = at.service();
    const modelId = await ownObject(service, await ownRoot(service));
    const made = await at.make({ modelId });
    await at.make();
    const listed = await service.list(diagramGroups.list, { query: { filter: { modelId } } });
    expect(listed.map(({ id }) => id)).toEqual([made.id]);
  });

  it('keep their diagrams in place', async () => {
    const service = at.service();
    const group = await at.make();
    const { modelId } = at.least();
    const body = { name: 'D', index: 0, type: 'context-diagram', modelId, groupId: group.id };
    const diagram = await service.make(diagrams, body);
    await service.get(diagramGroups.delete, { path: at.path(group) });
    const path = { diagramId: String(diagram.id) };
    expect(await service.get(diagrams.get, { path })).toMatchObject({ groupId: null });
  });
});
