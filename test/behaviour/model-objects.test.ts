import { expect, it } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { modelConnections } from '../../src/contract/resources/model-connection.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { tagGroups, tags } from '../../src/contract/resources/tag.js';
import { textOf } from '../support/sandbox.js';
import { behavesAsFamily, knowsFilters, ownObject, ownRoot, type Sample } from './family.js';

const sample: Sample = {
  family: modelObjects,
  body: async (service) => ({ name: service.mark, type: 'system', parentId: await ownRoot(service) }),
  more: {
    labels: { team: 'a' },
    caption: 'Short',
    description: 'Long',
    external: true,
    status: 'future',
    teamOnlyEditing: true,
    links: { l: { id: 'l', index: 0, url: 'https://example.com' } },
  },
  forAdmins: ['teamOnlyEditing'],
  change: { name: 'Renamed', caption: 'Other' },
  required: ['name', 'type', 'parentId'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this object' }, { name: 'Only this object' }, { name: 'Another object' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, { labels: { team: 'y' } }],
    [{ type: ['actor', 'group'] }, { type: 'actor' }, {}],
    [{ status: 'removed' }, { status: 'removed' }, { status: 'live' }],
    [{ external: true }, { external: true }, { external: false }],
    [{ linked: true }, { links: { l: { url: 'https://example.com' } } }, {}],
  ]);

  it('are found by position and content', async () => {
    const service = at.service();
    const group = await service.make(tagGroups, { name: service.mark, icon: 'bug', index: 0 });
    const tag = await service.make(tags, { name: 'T', color: 'red', index: 0, groupId: group.id });
    const rootId = await ownRoot(service);
    const [system, bare] = [await at.make({ parentId: rootId }), await at.make()];
    const folder = await ownObject(service, rootId, 'group');
    const body = { name: 'App', type: 'app', parentId: system.id, tagIds: [tag.id], groupIds: [folder] };
    const app = await service.make(modelObjects, body);
    const found = async (filter: object) =>
      (await service.list(modelObjects.list, { query: { filter } })).map(({ id }) => id);
    for (const filter of [
      { parentId: system.id },
      { parentIds: rootId, type: 'app' },
      { tagIds: [tag.id] },
      { groupIds: folder },
      { handleId: [app.handleId, 'nobody'] },
      { domainId: app.domainId, type: 'app' },
    ])
      expect([filter, await found(filter)]).toEqual([filter, [app.id]]);
    expect(await found({ parentId: null })).toContain(rootId);
    expect(await found({ parentId: null })).not.toContain(bare.id);
  });

  it('accept only parents of allowed types, and list ancestors and children', async () => {
    const service = at.service();
    const { parentId: rootId } = at.least();
    const system = await at.make();
    const appId = await ownObject(service, textOf(system, 'id'), 'app');
    const app = await service.get(modelObjects.get, { path: { modelObjectId: appId } });
    expect(app).toMatchObject({ parentIds: [rootId, system.id], domainId: system.domainId });
    expect(await service.get(modelObjects.get, { path: at.path(system) })).toMatchObject({
      childIds: [appId],
    });
    const send = async (type: string, parentId: unknown) =>
      (await service.send(modelObjects.create, { body: { name: 'x', type, parentId } })).status;
    expect(await send('app', rootId)).toBe(422);
    expect(await send('component', system.id)).toBe(422);
    expect(await send('actor', null)).toBe(422);
    expect(await send('system', service.newId())).toBe(422);
  });

  it('take their descendants along into another domain', async () => {
    const service = at.service();
    const system = await at.make();
    const appId = await ownObject(service, textOf(system, 'id'), 'app');
    const root = await service.get(modelObjects.get, { path: { modelObjectId: await ownRoot(service) } });
    expect(root.domainId).not.toBe(system.domainId);
    await service.send(modelObjects.update, { path: at.path(system), body: { parentId: root.id } });
    const app = await service.get(modelObjects.get, { path: { modelObjectId: appId } });
    expect(app).toMatchObject({ parentIds: [root.id, system.id], domainId: root.domainId });
  });

  it('accept links without id and index, and reject links under another key than their id', async () => {
    const made = await at.make({ links: { a: { url: 'https://a.example' } } });
    expect(made).toMatchObject({ linked: true, links: { a: { id: 'a', url: 'https://a.example' } } });
    const body = { ...at.least(), links: { a: { id: 'b', index: 0 } } };
    expect((await at.service().send(modelObjects.create, { body })).status).toBe(422);
  });

  it('list the records that were deleted with them', async () => {
    const service = at.service();
    const system = await at.make();
    const appId = await ownObject(service, textOf(system, 'id'), 'app');
    const other = await at.make();
    const line = { name: 'x', direction: null, originId: appId, targetId: other.id };
    const connection = await service.make(modelConnections, line);
    const drawing = { name: 'D', index: 0, type: 'app-diagram', modelId: system.id };
    const diagram = await service.make(diagrams, drawing);
    const { data } = await service.send(modelObjects.delete, { path: at.path(system) });
    expect(data).toMatchObject({ deletedModelConnectionIds: [connection.id] });
    expect(data?.deletedModelObjectIds).toEqual(expect.arrayContaining([system.id, appId]));
    const path = { diagramId: textOf(diagram, 'id') };
    expect((await service.send(diagrams.get, { path })).status).toBe(404);
    expect((await service.send(modelObjects.get, { path: at.path(other) })).status).toBe(200);
  });
});
