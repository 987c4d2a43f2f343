import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

/** Ownership by teams, and team-only editing. */

let api: SandboxApi;
let root: string;
/** User of every key here. */
let me: string;

beforeAll(async () => {
  api = await openSandboxApi();
  root = (await api.must('model.objects.list', {}, undefined, '?filter[type]=root'))[0].id;
  me = (await api.must('user.get')).id;
});
afterAll(() => api.sandbox.close());

const system = (facts: object = {}) =>
  api.must('model.objects.create', {}, { name: 'Quay', type: 'system', parentId: root, ...facts });
const team = (facts: object = {}) => api.must('teams.create', {}, { name: 'Harbour', ...facts });

describe('teams', () => {
  it('are changed by admins, and listed for readers', async () => {
    const { id: teamId } = await team();
    for (const permission of ['read', 'write']) {
      const key = await api.keyWith(permission);
      expect((await api.perform('teams.get', { teamId }, { key })).status).toBe(200);
      const body = { name: 'No' };
      expect((await api.perform('teams.create', {}, { key, body })).status).toBe(403);
      expect((await api.perform('teams.update', { teamId }, { key, body })).status).toBe(403);
      expect((await api.perform('teams.delete', { teamId }, { key })).status).toBe(403);
    }
  });

  it('contain members of the organization only', async () => {
    const { id: teamId } = await team();
    const create = await api.perform('teams.create', {}, { body: { name: 'x', userIds: ['nobody'] } });
    expect(create.body.errors).toEqual(['userIds[0]: the user nobody is not a member of this organization']);
    const update = await api.perform('teams.update', { teamId }, { body: { userIds: [me, 'nobody'] } });
    expect(update.body.errors).toEqual(['userIds[1]: the user nobody is not a member of this organization']);
    expect((await api.perform('teams.create', {}, { body: { name: 'x'.repeat(129) } })).status).toBe(422);
    expect((await api.perform('teams.create', {}, { body: { name: '' } })).status).toBe(422);
  });

  it('list their objects of live versions in every landscape', async () => {
    const { id: teamId } = await team();
    const quay = await system({ teamIds: [teamId] });
    const landscapes = await api.must('organizations.landscapes.list');
    const other = landscapes.find(({ id }: { id: string }) => id !== api.sandbox.landscapeId);
    const at = { landscapeId: other.id };
    const [there] = await api.must('model.objects.list', at, undefined, '?filter[type]=system');
    await api.must(
      'model.objects.update',
      { ...at, modelObjectId: there.id },
      { teamIds: { $add: [teamId] } },
    );
    const found = await api.must('teams.listModelObjects', { teamId });
    expect(Object.keys(found).sort()).toEqual([api.sandbox.landscapeId, other.id].sort());
    expect(found[other.id].map(({ id }: { id: string }) => id)).toEqual([there.id]);
    expect((await api.must('teams.listLandscapes', { teamId })).length).toBe(2);
    const { modelObjectHandleIds } = await api.must('teams.get', { teamId });
    expect(modelObjectHandleIds.sort()).toEqual([quay.handleId, there.handleId].sort());
    expect(await api.must('teams.listModelObjects', { teamId: (await team()).id })).toEqual({});
  });

  it('are removed from their objects when they are deleted, with log entries', async () => {
    const { id: teamId } = await team();
    const quay = await system({ teamIds: [teamId] });
    await api.must('teams.delete', { teamId });
    const left = await api.must('model.objects.get', { modelObjectId: quay.id });
    expect(left).toMatchObject({ teamIds: [], commit: quay.commit + 1 });
    const [log] = await api.must('organizations.logs.list', {}, undefined, '?filter[actionType]=team-delete');
    expect(log.action).toMatchObject({ id: teamId, context: { name: 'Harbour' } });
    const at = `?filter[actionId]=${quay.id}&filter[actionType]=model-object-update`;
    expect((await api.must('landscapes.logs.list', {}, undefined, at))[0].parentId).toBe(log.id);
    expect((await api.perform('teams.get', { teamId })).status).toBe(404);
  });
});

describe('team-only editing', () => {
  /** A locked object with a diagram and a flow, and a key with write permission. */
  async function locked(userIds: string[]) {
    const { id: teamId } = await team({ userIds });
    const object = await system({ teamIds: [teamId], teamOnlyEditing: true });
    const diagram = await api.must(
      'diagrams.create',
      {},
      { name: 'Inside', index: 0, modelId: object.id, type: 'app-diagram' },
    );
    const flow = await api.must('flows.create', {}, { name: 'Through', diagramId: diagram.id });
    return { object, diagram, flow, key: await api.keyWith('write') };
  }
  const LOCKED = { status: 403, code: 'team-only-editing' };

  it('protects the object, its diagrams, groups and flows from others', async () => {
    const { object, diagram, flow, key } = await locked([]);
    const tries: [string, Record<string, string>, object?][] = [
      ['model.objects.update', { modelObjectId: object.id }, { name: 'Mine' }],
      ['model.objects.delete', { modelObjectId: object.id }],
      ['diagrams.update', { diagramId: diagram.id }, { name: 'Mine' }],
      ['diagrams.delete', { diagramId: diagram.id }],
      ['diagrams.create', {}, { name: 'x', index: 1, modelId: object.id, type: 'app-diagram' }],
      ['diagrams.groups.create', {}, { name: 'x', modelId: object.id }],
      ['flows.update', { flowId: flow.id }, { name: 'Mine' }],
      ['flows.delete', { flowId: flow.id }],
      ['flows.create', {}, { name: 'x', diagramId: diagram.id }],
    ];
    for (const [id, at, body] of tries) {
      const { status, body: answer } = await api.perform(id, at, { key, ...(body && { body }) });
      expect([id, { status, code: answer.code }]).toEqual([id, LOCKED]);
    }
    const read = { modelObjectId: object.id };
    expect(await api.must('model.objects.get', read)).toMatchObject({ name: 'Quay', commit: object.commit });
    // Admins may edit, and unlocked objects are open to all writers.
    await api.must('model.objects.update', read, { name: 'Theirs' });
    const free = await system();
    const rename = { key, body: { name: 'Free' } };
    expect((await api.perform('model.objects.update', { modelObjectId: free.id }, rename)).status).toBe(200);
  });

  it('allows its teams to edit', async () => {
    const { object, diagram, key } = await locked([me]);
    const body = { name: 'Ours' };
    const at = { modelObjectId: object.id };
    expect((await api.perform('model.objects.update', at, { key, body })).status).toBe(200);
    expect((await api.perform('diagrams.update', { diagramId: diagram.id }, { key, body })).status).toBe(200);
  });

  it('is switched by admins only', async () => {
    const { object, key } = await locked([me]);
    const at = { modelObjectId: object.id };
    const unlock = await api.perform('model.objects.update', at, { key, body: { teamOnlyEditing: false } });
    expect([unlock.status, unlock.body.code]).toEqual([403, 'permission']);
    const lock = { name: 'x', type: 'system', parentId: root, teamOnlyEditing: true };
    expect((await api.perform('model.objects.create', {}, { key, body: lock })).status).toBe(403);
    await api.must('model.objects.update', at, { teamOnlyEditing: false });
  });
});
