import { expect, it } from 'vitest';
import { domains } from '../../src/contract/resources/domain.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { behavesAsFamily, knowsFilters, ownRoot, type Sample } from './family.js';

const sample: Sample = {
  family: domains,
  body: ({ mark }) => ({ name: mark }),
  more: { labels: { team: 'a' }, index: 4711 },
  change: { name: 'Renamed' },
  required: ['name'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this domain' }, { name: 'Only this domain' }, { name: 'Another domain' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x', b: 'c' } }, { labels: { team: 'y' } }],
  ]);

  it('have one root object, which is deleted only with them', async () => {
    const service = at.service();
    const rootId = await ownRoot(service);
    const path = { modelObjectId: rootId };
    const root = await service.get(modelObjects.get, { path });
    expect(root).toMatchObject({ type: 'root', parentId: null });
    expect((await service.send(modelObjects.delete, { path })).status).toBe(422);
    const another = { name: 'R', type: 'root', parentId: null, domainId: root.domainId };
    expect((await service.send(modelObjects.create, { body: another })).status).toBe(422);
    await service.get(domains.delete, { path: { domainId: String(root.domainId) } });
    expect((await service.send(modelObjects.get, { path })).status).toBe(404);
  });
});
