import { expect, it } from 'vitest';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { tagGroups, tags } from '../../src/contract/resources/tag.js';
import { behavesAsFamily, knowsFilters, ownRoot, type Sample } from './family.js';

const sample: Sample = {
  family: tags,
  body: async (service) => {
    const group = await service.make(tagGroups, { name: service.mark, icon: 'star', index: 0 });
    return { name: service.mark, color: 'dark-blue', index: 1, groupId: group.id };
  },
  more: { labels: { team: 'a' } },
  change: { name: 'Renamed', color: 'pink' },
  required: ['name', 'color', 'index', 'groupId'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this tag' }, { name: 'Only this tag' }, { name: 'Another tag' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, {}],
  ]);

  it('list their records, and are removed from them when they are deleted', async () => {
    const service = at.service();
    const tag = await at.make();
    const body = { name: 'S', type: 'system', parentId: await ownRoot(service), tagIds: [tag.id] };
    const object = await service.make(modelObjects, body);
    expect(await service.get(tags.get, { path: at.path(tag) })).toMatchObject({
      modelObjectIds: [object.id],
    });
    await service.get(tags.delete, { path: at.path(tag) });
    const path = { modelObjectId: String(object.id) };
    expect(await service.get(modelObjects.get, { path })).toMatchObject({ tagIds: [] });
  });

  it('belong to an existing group', async () => {
    const body = { ...at.least(), groupId: at.service().newId() };
    expect((await at.service().send(tags.create, { body })).status).toBe(422);
  });
});
