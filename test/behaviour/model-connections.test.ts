import { expect, it } from 'vitest';
import { modelConnections } from '../../src/contract/resources/model-connection.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { behavesAsFamily, knowsFilters, ownObject, ownRoot, type Sample } from './family.js';

const sample: Sample = {
  family: modelConnections,
  body: async (service) => {
    const rootId = await ownRoot(service);
    const [originId, targetId] = [await ownObject(service, rootId), await ownObject(service, rootId)];
    return { name: service.mark, originId, targetId, direction: null };
  },
  more: {
    labels: { team: 'a' },
    description: 'Long',
    status: 'deprecated',
    links: { l: { id: 'l', index: 0, url: 'https://example.com' } },
  },
  change: { name: 'Renamed', direction: 'outgoing' },
  required: ['name', 'originId', 'targetId', 'direction'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this one' }, { name: 'Only this one' }, { name: 'Another one' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, {}],
    [{ direction: 'bidirectional' }, { direction: 'bidirectional' }, {}],
    [{ status: ['future', 'removed'] }, { status: 'future' }, { status: 'live' }],
    [{ linked: true }, { links: { l: { url: 'https://example.com' } } }, {}],
  ]);

  it('are found by their ends and by the object between them', async () => {
    const service = at.service();
    const viaId = await ownObject(service, await ownRoot(service));
    const over = await at.make({ viaId });
    const direct = await at.make();
    const { originId, targetId } = at.least();
    const found = async (filter: object) =>
      (await service.list(modelConnections.list, { query: { filter } })).map(({ id }) => id);
    for (const filter of [{ originId: [originId] }, { targetId }])
      expect(await found(filter)).toEqual(expect.arrayContaining([over.id, direct.id]));
    expect(await found({ viaId })).toEqual([over.id]);
    expect(await found({ handleId: direct.handleId })).toEqual([direct.id]);
    expect(await found({ originId: viaId })).toEqual([]);
  });

  it('are deleted with either end, and cleared of a deleted object between them', async () => {
    const service = at.service();
    const rootId = await ownRoot(service);
    const [a, b, via] = [
      await ownObject(service, rootId),
      await ownObject(service, rootId),
      await ownObject(service, rootId),
    ];
    const made = await at.make({ originId: a, targetId: b, viaId: via });
    await service.get(modelObjects.delete, { path: { modelObjectId: via } });
    expect(await service.get(modelConnections.get, { path: at.path(made) })).toMatchObject({ viaId: null });
    await service.get(modelObjects.delete, { path: { modelObjectId: b } });
    expect((await service.send(modelConnections.get, { path: at.path(made) })).status).toBe(404);
  });
});
