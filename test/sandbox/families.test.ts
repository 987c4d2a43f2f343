import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawnBox, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let rootId: string;
let technologyId: string;

beforeAll(async () => {
  api = await openSandboxApi();
  [{ id: technologyId }] = await api.must('catalog.technologies.list');
});
afterAll(() => api.sandbox.close());
beforeEach(async () => {
  const domain = await api.must('domains.create', {}, { name: 'Fresh' });
  [{ id: rootId }] = await api.must('model.objects.list', {}, undefined, `?filter[domainId]=${domain.id}`);
});

const object = (type: string, parentId: string, more: object = {}) =>
  api.must('model.objects.create', {}, { name: `A ${type}`, type, parentId, ...more });
const connect = (originId: string, targetId: string, more: object = {}) =>
  api.must(
    'model.connections.create',
    {},
    { name: 'uses', direction: 'outgoing', originId, targetId, ...more },
  );
const get = (id: string) => api.must('model.objects.get', { modelObjectId: id });
const errors = async (id: string, parameters: Record<string, string>, body: object) => {
  const reply = await api.perform(id, parameters, { body });
  expect(reply.status).toBe(422);
  return reply.body.errors;
};
const line = (id: string, modelId: string, originId: string, targetId: string) => ({
  id,
  modelId,
  originId,
  targetId,
  labelPosition: 50,
  points: [],
  lineShape: 'curved',
  originConnector: null,
  targetConnector: null,
});

describe('model objects', () => {
  it('keep parents and children consistent', async () => {
    const system = await object('system', rootId);
    const app = await object('app', system.id);
    const component = await object('component', app.id);
    expect(component).toMatchObject({ parentIds: [rootId, system.id, app.id], domainId: system.domainId });
    expect((await get(app.id)).childIds).toEqual([component.id]);
    const other = await object('system', rootId);
    await api.must('model.objects.update', { modelObjectId: app.id }, { parentId: other.id });
    expect((await get(component.id)).parentIds).toEqual([rootId, other.id, app.id]);
    expect((await get(system.id)).childIds).toEqual([]);
    expect((await get(other.id)).childIds).toEqual([app.id]);
  });

  it('accept only allowed parents', async () => {
    const system = await object('system', rootId);
    const group = await object('group', rootId);
    const inner = await object('group', group.id);
    const app = await object('app', system.id);
    const refused = async (type: string, parentId: string | null) =>
      (await errors('model.objects.create', {}, { name: 'x', type, parentId })).join();
    expect(await refused('app', rootId)).toBe('parentId: type app must be under system, not root');
    expect(await refused('component', system.id)).toContain('under app or store');
    expect(await refused('system', app.id)).toContain('under root or group');
    expect(await refused('actor', null)).toContain('only a root has none');
    expect(await refused('root', null)).toContain('domainId: is required for a root');
    expect(await refused('root', rootId)).toContain('must be null for a root');
    expect(await refused('actor', 'nobody')).toContain('there is no model object nobody in this version');
    const move = (id: string, body: object) => errors('model.objects.update', { modelObjectId: id }, body);
    expect(await move(group.id, { parentId: inner.id })).toEqual([
      'parentId: is the object itself or one of its descendants',
    ]);
    expect(await move(system.id, { type: 'actor' })).toEqual([
      expect.stringContaining('cannot be the parent of'),
    ]);
    expect(await move(app.id, { groupIds: [system.id] })).toEqual([
      expect.stringContaining('is not a group'),
    ]);
  });

  it('reject references to missing records', async () => {
    const body = {
      name: 'x',
      type: 'actor',
      parentId: rootId,
      tagIds: ['t'],
      teamIds: ['m'],
      technologyIds: [technologyId, 'q'],
    };
    expect(await errors('model.objects.create', {}, body)).toEqual([
      'technologyIds[1]: there is no technology q',
      'tagIds[0]: there is no tag t in this version',
      'teamIds[0]: there is no team m',
    ]);
  });

  it('change lists and maps by operators', async () => {
    const link = { id: 'l1', index: 0, url: 'https://example.com' };
    const { id } = await object('system', rootId, { technologyIds: [technologyId], links: { l1: link } });
    const [, second] = await api.must('catalog.technologies.list');
    const patch = {
      technologyIds: { $add: [second.id], $remove: [technologyId] },
      links: { $add: { l2: { id: 'l2', index: 1 } }, $update: { l1: { name: 'Repository' } } },
    };
    const changed = await api.must('model.objects.update', { modelObjectId: id }, patch);
    expect(changed).toMatchObject({ technologyIds: [second.id], linked: true, commit: 2, version: 2 });
    expect(changed.links).toEqual({ l1: { ...link, name: 'Repository' }, l2: { id: 'l2', index: 1 } });
    const emptied = await api.must(
      'model.objects.update',
      { modelObjectId: id },
      { links: { $remove: ['l1', 'l2'] } },
    );
    expect(emptied).toMatchObject({ links: {}, linked: false });
    const missing = { links: { $update: { l9: { name: 'x' } } } };
    expect(await errors('model.objects.update', { modelObjectId: id }, missing)).toEqual([
      'links.$update.l9: the entry does not exist',
    ]);
  });

  it('cascade to dependent records', async () => {
    const system = await object('system', rootId);
    const app = await object('app', system.id);
    const stays = await object('system', rootId);
    const gone = await connect(app.id, stays.id);
    const kept = await connect(stays.id, stays.id, { viaId: app.id });
    const objects = { a: drawnBox('a', app.id), s: drawnBox('s', stays.id) };
    const diagram = {
      name: 'D',
      index: 0,
      modelId: stays.id,
      type: 'app-diagram',
      objects,
      connections: { c: line('c', gone.id, 'a', 's') },
    };
    const { id: diagramId } = await api.must('diagrams.create', {}, diagram);
    const inner = await api.must(
      'diagrams.create',
      {},
      { name: 'I', index: 0, modelId: system.id, type: 'app-diagram' },
    );
    const steps = {
      one: { id: 'one', index: 0, description: 'Calls', originId: app.id, targetId: stays.id },
    };
    const flow = await api.must('flows.create', {}, { name: 'F', diagramId, steps });
    expect((await api.must('model.connections.get', { modelConnectionId: gone.id })).flows).toEqual({
      one: { id: flow.id, stepId: 'one' },
    });
    expect((await get(app.id)).diagrams).toEqual({ [diagramId]: { id: diagramId, objectId: 'a' } });

    const answer = await api.must('model.objects.delete', { modelObjectId: system.id });
    expect(answer.deletedModelObjectIds.sort()).toEqual([system.id, app.id].sort());
    expect(answer.deletedModelConnectionIds).toEqual([gone.id]);
    expect((await api.perform('diagrams.get', { diagramId: inner.id })).status).toBe(404);
    expect((await api.must('model.connections.get', { modelConnectionId: kept.id })).viaId).toBeNull();
    const content = await api.must('diagrams.content.get', { diagramId });
    expect({ objects: Object.keys(content.objects), connections: content.connections }).toEqual({
      objects: ['s'],
      connections: {},
    });
    expect(await api.must('diagrams.get', { diagramId })).toMatchObject({
      connectionCount: 0,
      objectCount: { box: 1 },
    });
    expect((await api.must('flows.get', { flowId: flow.id })).steps.one).toMatchObject({
      originId: null,
      targetId: stays.id,
    });
  });
});

describe('model connections', () => {
  it('connect existing objects, also an object with itself', async () => {
    const { id } = await object('system', rootId);
    expect(await connect(id, id, { direction: null })).toMatchObject({
      direction: null,
      viaId: null,
      status: 'live',
    });
    const body = { name: 'x', direction: null, originId: 'o', targetId: id, viaId: 'v' };
    expect(await errors('model.connections.create', {}, body)).toEqual([
      'originId: there is no model object o in this version',
      'viaId: there is no model object v in this version',
    ]);
    const { direction: _direction, ...rest } = body;
    expect(await errors('model.connections.create', {}, rest)).toContain(
      'direction: is required (one of outgoing, bidirectional)',
    );
  });
});

describe('tags', () => {
  it('list their records', async () => {
    const [group] = await api.must('tags.groups.list');
    const tag = await api.must('tags.create', {}, { name: 'T', color: 'red', index: 0, groupId: group.id });
    const system = await object('system', rootId, { tagIds: [tag.id] });
    const connection = await connect(system.id, system.id, { tagIds: [tag.id] });
    const at = { tagId: tag.id };
    expect(await api.must('tags.get', at)).toMatchObject({
      modelObjectIds: [system.id],
      modelConnectionIds: [connection.id],
    });
    await api.must('model.objects.update', { modelObjectId: system.id }, { tagIds: [] });
    expect((await api.must('tags.get', at)).modelObjectIds).toEqual([]);
    await api.must('tags.delete', at);
    expect((await api.must('model.connections.get', { modelConnectionId: connection.id })).tagIds).toEqual(
      [],
    );
  });
});

describe('diagrams', () => {
  it('include their content, and keep both consistent', async () => {
    const { id } = await object('system', rootId);
    const body = {
      name: 'D',
      index: 3,
      modelId: id,
      type: 'context-diagram',
      objects: { a: drawnBox('a', id) },
    };
    const reply = await api.perform('diagrams.create', {}, { body });
    const { diagram, diagramContent } = reply.body;
    expect(diagramContent).toMatchObject({
      id: diagram.id,
      name: 'D',
      commit: 1,
      objects: { a: { modelId: id } },
    });
    expect(diagram).toMatchObject({
      objectCount: { system: 1, box: 1, actor: 0 },
      connectionCount: 0,
      index: 3,
    });
    const patch = { name: 'E', objects: { $update: { a: { x: 40 } }, $add: { b: drawnBox('b', id) } } };
    const changed = await api.perform('diagrams.update', { diagramId: diagram.id }, { body: patch });
    expect(changed.body.diagram).toMatchObject({ name: 'E', commit: 2, objectCount: { system: 2 } });
    expect(changed.body.diagramContent).toMatchObject({
      name: 'E',
      commit: 2,
      objects: { a: { x: 40 }, b: { x: 0 } },
    });
  });

  it('contain no dangling references', async () => {
    const { id } = await object('system', rootId);
    const body = {
      name: 'D',
      index: 0,
      modelId: id,
      type: 'app-diagram',
      objects: { a: drawnBox('a', 'nobody'), b: drawnBox('other', id) },
      connections: { c: line('c', 'none', 'a', 'z') },
    };
    expect(await errors('diagrams.create', {}, body)).toEqual([
      'objects.a.modelId: there is no model object nobody in this version',
      'connections.c.modelId: there is no model connection none in this version',
      'objects.b.id: must be b, the key of the entry',
      'connections.c.targetId: there is no diagram object z on this diagram',
    ]);
  });

  it('remember their viewers', async () => {
    const [{ id }] = await api.must('diagrams.list');
    const before = await api.must('diagrams.content.get', { diagramId: id });
    const { body } = await api.perform('diagrams.get', { diagramId: id }, { query: '?updateViewedAt=true' });
    expect(body.diagram.commit).toBe(before.commit);
    const after = await api.must('diagrams.content.get', { diagramId: id });
    expect(after).toMatchObject({
      viewedBy: 'api-key',
      viewedById: api.sandbox.adminKey.id,
      commit: before.commit,
    });
  });
});

describe('flows', () => {
  it('have steps between existing objects', async () => {
    const [{ id: diagramId }] = await api.must('diagrams.list');
    const step = (id: string, more: object) => ({ id, index: 0, description: 'x', ...more });
    const steps = { a: step('b', {}), c: step('c', { originId: 'o', parentId: 'p' }) };
    expect(await errors('flows.create', {}, { name: 'F', diagramId: 'd' })).toEqual([
      'diagramId: there is no diagram d in this version',
    ]);
    expect(await errors('flows.create', {}, { name: 'F', diagramId, steps })).toEqual([
      'steps.c.originId: there is no model object o in this version',
      'steps.a.id: must be a, the key of the entry',
      'steps.c.parentId: there is no step or path p in this flow',
    ]);
  });
});

describe('all families', () => {
  const group = { name: 'G', icon: 'bug', index: 0 };

  it('reject a stale commit', async () => {
    const { id, commit } = await api.must('tags.groups.create', {}, group);
    const at = { tagGroupId: id };
    await api.must('tags.groups.update', at, { name: 'H', commit });
    const stale = await api.perform('tags.groups.update', at, { body: { name: 'I', commit } });
    expect({ status: stale.status, code: stale.body.code }).toEqual({ status: 409, code: 'stale-commit' });
    expect((await api.perform('tags.groups.upsert', at, { body: { ...group, commit } })).status).toBe(409);
    expect(await api.must('tags.groups.get', at)).toMatchObject({ name: 'H', commit: 2 });
  });

  it('have one record for each handle', async () => {
    const first = await api.must('tags.groups.create', {}, { ...group, handleId: 'HandleHandleHandle00' });
    const second = await api.perform(
      'tags.groups.create',
      {},
      { body: { ...group, handleId: first.handleId } },
    );
    expect({ status: second.status, code: second.body.code }).toEqual({ status: 409, code: 'handle-taken' });
    const { id } = await api.must('tags.groups.create', {}, group);
    const upsert = { ...group, handleId: first.handleId };
    expect((await api.perform('tags.groups.upsert', { tagGroupId: id }, { body: upsert })).status).toBe(409);
  });

  it('validate the result of an update', async () => {
    const [{ id: diagramId }] = await api.must('diagrams.list');
    const steps = { a: { id: 'a', index: 0, description: 'x' } };
    const flow = await api.must('flows.create', {}, { name: 'F', diagramId, steps });
    const patch = { steps: { $update: { a: { index: 'first', description: 7 } } } };
    expect(await errors('flows.update', { flowId: flow.id }, patch)).toEqual([
      'steps.$update.a.index: must be a number',
      'steps.$update.a.description: must be text',
    ]);
    const draft = await api.must('drafts.create', {}, { name: 'A', status: 'in-progress' });
    const other = await api.must('drafts.create', {}, { name: 'B', status: 'in-progress' });
    const taken = await api.perform(
      'drafts.update',
      { draftId: other.id },
      { body: { handleId: draft.handleId } },
    );
    expect(taken.status).toBe(409);
  });

  it('create a missing record on PUT', async () => {
    const made = await api.must('tags.groups.upsert', { tagGroupId: 'my own id' }, group);
    expect(made).toMatchObject({ id: 'my own id', commit: 1, name: 'G', labels: {} });
    const replaced = await api.must(
      'tags.groups.upsert',
      { tagGroupId: 'my own id' },
      { ...group, name: 'H' },
    );
    expect(replaced).toMatchObject({ id: 'my own id', commit: 2, name: 'H', handleId: made.handleId });
  });

  it('do not change snapshots', async () => {
    const versions = await api.must('versions.list');
    const live = versions.find((it: { tags: string[] }) => it.tags.includes('latest'));
    const snapshot = versions.find((it: { tags: string[] }) => !it.tags.includes('latest'));
    const refused = await api.perform('tags.groups.create', { versionId: snapshot.id }, { body: group });
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 422,
      code: 'version/read-only',
    });
    expect(refused.body.message).toContain('snapshot');
    expect((await api.perform('tags.groups.create', { versionId: live.id }, { body: group })).status).toBe(
      200,
    );
    const [old] = await api.must('tags.groups.list', { versionId: snapshot.id });
    expect((await api.perform('tags.groups.get', { tagGroupId: old.id })).status).toBe(404);
  });

  it('change nothing if a request is rejected', async () => {
    const before = await api.send('GET', '/sandbox/state');
    await errors('diagrams.create', {}, { name: 'D', index: 0, modelId: 'nope', type: 'app-diagram' });
    expect((await api.send('GET', '/sandbox/state')).body.records).toEqual(before.body.records);
  });
});
