import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
beforeEach(async () => {
  api = await openSandboxApi();
});
afterEach(() => api.sandbox.close());

const BODY = { name: 'Spring', notes: 'As it was in spring.', modelHandleId: null };
const create = (body: object = BODY) => api.must('versions.create', {}, body);
const refused = async (id: string, parameters: Record<string, string>, body?: object) => {
  const { status, body: answer } = await api.perform(id, parameters, { ...(body && { body }) });
  return { status, errors: answer.errors, code: answer.code };
};

interface ListedRecord {
  id: string;
  handleId: string;
  name?: string;
}

const all = async (versionId: string): Promise<Record<string, ListedRecord[]>> =>
  Object.fromEntries(
    await Promise.all(
      FAMILIES.map(async ({ shape }) => [shape.plural, await api.must(`${shape.id}.list`, { versionId })]),
    ),
  );

describe('creating a version', () => {
  it('freezes the records under new ids and the same handles, without drafts', async () => {
    const version = await create();
    expect(version).toMatchObject({ ...BODY, tags: [], landscapeId: api.sandbox.landscapeId });
    expect(version.completedAt).toBe(version.createdAt);
    const [then, now] = [await all(version.id), await all('latest')];
    for (const [plural, docs] of Object.entries(now)) {
      const wanted = plural === 'drafts' ? [] : docs;
      expect([plural, then[plural]?.map((it) => it.handleId)]).toEqual([
        plural,
        wanted.map((it) => it.handleId),
      ]);
      const ids = new Set(docs.map(({ id }) => id));
      expect(then[plural]?.filter(({ id }) => ids.has(id))).toEqual([]);
    }
    expect(version.diagramHandleIds).toEqual(now.diagrams?.map((it) => it.handleId));
  });

  it('creates an immutable copy', async () => {
    const { id: versionId } = await create();
    const before = await all(versionId);
    const [object] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    await api.must('model.objects.update', { modelObjectId: object.id }, { name: 'Renamed' });
    await api.must('model.objects.delete', { modelObjectId: object.id });
    expect(await all(versionId)).toEqual(before);
    const body = { name: 'G', icon: 'bug', index: 0 };
    expect(await refused('tags.groups.create', { versionId }, body)).toMatchObject({
      status: 422,
      code: 'version/read-only',
    });
  });

  it('is one log entry and no webhook event', async () => {
    await api.send('POST', '/sandbox/webhooks', { body: { name: 'all', url: 'https://hooks.test/' } });
    const { id } = await create();
    const query = '?filter[actionType]=version-create';
    const [log] = await api.must('landscapes.logs.list', {}, undefined, query);
    expect(log).toMatchObject({ parentId: null, action: { id, props: BODY } });
    expect(await api.must('landscapes.logs.listChildren', { actionLogId: log.id })).toEqual([]);
    const { body } = await api.send('GET', '/sandbox/webhooks/deliveries');
    expect(body.deliveries).toEqual([]);
  });

  it('requires a unique name, notes, and a model object', async () => {
    await create();
    expect(await refused('versions.create', {}, BODY)).toMatchObject({ status: 409, code: 'name-taken' });
    const wrong = (more: object) => refused('versions.create', {}, { ...BODY, name: 'Other', ...more });
    expect((await wrong({ notes: 'short' })).errors).toEqual(['notes: must have at least 10 characters']);
    expect((await wrong({ notes: 'x'.repeat(20_001) })).errors).toEqual([
      'notes: must have at most 20000 characters',
    ]);
    expect((await wrong({ name: '' })).status).toBe(422);
    expect((await wrong({ modelHandleId: undefined })).errors).toEqual(['modelHandleId: is required']);
    expect((await wrong({ modelHandleId: 'nope' })).status).toBe(422);
    const [object] = await api.must('model.objects.list');
    const made = await create({ ...BODY, name: 'Other', modelHandleId: object.handleId });
    expect(made).toMatchObject({ modelHandleId: object.handleId });
  });

  it('requires an admin', async () => {
    const key = await api.keyWith('write');
    expect((await api.perform('versions.create', {}, { body: BODY, key })).status).toBe(403);
    const { id: versionId } = await create();
    expect((await api.perform('versions.update', { versionId }, { body: { name: 'x' }, key })).status).toBe(
      403,
    );
    expect((await api.perform('versions.delete', { versionId }, { key })).status).toBe(403);
    expect((await api.perform('versions.get', { versionId }, { key })).status).toBe(200);
  });
});

describe('listing versions', () => {
  it('filters by name and tag, page by page', async () => {
    await create();
    const list = async (query: string) => (await api.perform('versions.list', {}, { query })).body;
    const names = async (query: string) =>
      (await list(query)).versions.map((it: { name: string }) => it.name);
    expect(await names('?filter[name]=Spring')).toEqual(['Spring']);
    expect(await names('?filter[tag]=latest')).toEqual(['Current']);
    expect(await names('?filter[tag][]=latest&filter[tag][]=none')).toEqual(['Current']);
    const every = await names('');
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.versions, ...rest.versions].map((it) => it.name)).toEqual(every);
    expect(rest.nextCursor).toBeUndefined();
    for (const [limit, status] of [
      [0, 422],
      [1_000, 200],
      [1_001, 422],
    ])
      expect((await api.perform('versions.list', {}, { query: `?limit=${limit}` })).status).toBe(status);
  });
});

describe('changing the description of a version', () => {
  it('works for snapshots and the live version, and keeps names unique', async () => {
    const { id: versionId } = await create();
    expect(await api.must('versions.update', { versionId }, { name: 'Summer' })).toMatchObject({
      name: 'Summer',
    });
    expect(await api.must('versions.update', { versionId }, { name: 'Summer' })).toMatchObject({
      name: 'Summer',
    });
    expect(await api.must('versions.update', {}, { notes: 'What is live at present.' })).toMatchObject({
      tags: ['latest'],
    });
    expect(await refused('versions.update', { versionId }, { name: 'Current' })).toMatchObject({
      status: 409,
    });
    expect(await refused('versions.update', { versionId: 'nope' }, { name: 'x' })).toMatchObject({
      status: 404,
    });
    const logs = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${versionId}`);
    expect(logs.map((it: { action: { type: string } }) => it.action.type)).toEqual(['version-create']);
  });
});

describe('deleting a version', () => {
  it('deletes its content, and nothing else', async () => {
    const counts = async () => (await api.send('GET', '/sandbox/state')).body.records;
    const before = await counts();
    const now = await all('latest');
    const { id: versionId } = await create();
    expect(await counts()).not.toEqual(before);
    expect(await api.must('versions.delete', { versionId })).toEqual({});
    expect(await counts()).toEqual(before);
    expect(await all('latest')).toEqual(now);
    expect(await refused('versions.get', { versionId })).toMatchObject({ status: 404 });
    expect(await refused('versions.delete', { versionId })).toMatchObject({ status: 404 });
    const logs = await api.must('landscapes.logs.list', {}, undefined, '?filter[actionType]=version-delete');
    expect(logs).toMatchObject([
      { action: { id: versionId, context: { versionName: 'Spring' } }, importance: 'high' },
    ]);
  });

  it('is rejected for the live version, by either name', async () => {
    const live = (await api.must('versions.list')).find((it: { tags: string[] }) =>
      it.tags.includes('latest'),
    );
    for (const versionId of ['latest', live.id]) {
      expect(await refused('versions.delete', { versionId })).toMatchObject({ status: 422 });
    }
    expect(await api.must('versions.get')).toEqual(live);
  });
});
