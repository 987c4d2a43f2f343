import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let latest: string;
beforeEach(async () => {
  api = await openSandboxApi({ strict: false });
  latest = `/v1/landscapes/${api.sandbox.landscapeId}/versions/latest`;
});
afterEach(() => api.sandbox.close());

const put = (path: string, body: unknown) => api.send('PUT', path, { body });

describe('unknown query parameters', () => {
  const UNKNOWN = '?filter[search]=x&filter[technologyId][]=y&colour=red&filter[type]=root';

  it('are ignored, and the others keep their meaning', async () => {
    const { status, body } = await api.send('GET', `${latest}/model/objects${UNKNOWN}`);
    expect(status).toBe(200);
    expect(new Set(body.modelObjects.map((it: { type: string }) => it.type))).toEqual(new Set(['root']));
    expect((await api.send('GET', '/v1/organizations?page=2')).status).toBe(200);
  });

  it('are rejected by a strict sandbox, by name', async () => {
    expect((await put('/sandbox/switches', { strict: true })).body.switches).toEqual({
      strict: true,
      uniqueNames: false,
    });
    const { status, body } = await api.send('GET', `${latest}/model/objects${UNKNOWN}`);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      'filter.search: is not a valid field',
      'filter.technologyId: is not a valid field',
      'colour: is not a valid field',
    ]);
  });

  it('do not excuse a wrong value of another parameter', async () => {
    const { status, body } = await api.send('GET', `${latest}/model/objects?colour=red&filter[type]=nope`);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.stringMatching(/^filter\.type: must be one of/)]);
  });

  it('are rejected in a body', async () => {
    const body = { name: 'G', icon: 'bug', index: 0, colour: 'red' };
    expect((await api.send('POST', `${latest}/tag-groups`, { body })).body.errors).toEqual([
      'colour: is not a valid field',
    ]);
  });
});

describe('names within a parent', () => {
  const make = (name: string, parentId: string, type = 'system') =>
    api.perform('model.objects.create', {}, { body: { name, type, parentId } });
  const rootOf = async (name: string): Promise<string> => {
    const domain = await api.must('domains.create', {}, { name });
    const found = await api.must('model.objects.list', {}, undefined, `?filter[domainId]=${domain.id}`);
    return found[0].id;
  };

  it('may be duplicates, unless they must be unique', async () => {
    const [here, there] = [await rootOf('Here'), await rootOf('There')];
    expect((await make('Shop', here)).status).toBe(200);
    const { body: twin } = await make('Shop', here);
    expect(twin.modelObject.name).toBe('Shop');

    await put('/sandbox/switches', { uniqueNames: true });
    const again = await make('Shop', here);
    expect([again.status, again.body.code]).toEqual([409, 'name-taken']);
    expect((await make('Shop', there)).status).toBe(200);
    const { body: named } = await make('Here', here);
    expect(named.modelObject.name).toBe('Here');
    // The same name is accepted below, at every level.
    const { body: app } = await make('Here', named.modelObject.id, 'app');
    expect((await make('Here', app.modelObject.id, 'component')).status).toBe(200);
    expect((await make('Here', named.modelObject.id, 'store')).status).toBe(409);
    const at = { modelObjectId: twin.modelObject.id };
    // Existing duplicates may stay, and other fields may change.
    expect((await api.perform('model.objects.update', at, { body: { caption: 'x' } })).status).toBe(200);
    expect((await api.perform('model.objects.update', at, { body: { name: 'Here' } })).status).toBe(409);
    expect((await api.perform('model.objects.update', at, { body: { name: 'Market' } })).status).toBe(200);
    const body = { name: 'Here', type: 'system', parentId: here };
    expect((await api.perform('model.objects.upsert', { modelObjectId: 'Own' }, { body })).status).toBe(409);
  });
});

describe('injected errors', () => {
  it.each([500, 503] as const)('are %i on request', async (errorStatus) => {
    expect((await put('/sandbox/faults', { errorRate: 1, errorStatus })).status).toBe(200);
    const { status, body } = await api.send('GET', '/v1/organizations');
    expect([status, body.code]).toEqual([errorStatus, 'sandbox/fault']);
  });

  it('are 500 by default', async () => {
    await put('/sandbox/faults', { errorRate: 1 });
    expect((await api.send('GET', '/v1/organizations')).status).toBe(500);
    expect((await put('/sandbox/faults', { errorStatus: 502 })).status).toBe(422);
  });
});

describe('GET /', () => {
  it('lists the active switches', async () => {
    const { switches } = (await api.send('GET', '/', { key: null })).body;
    expect(switches).toMatchObject({ strict: false, uniqueNames: false, limits: 'off' });
    expect(switches.faults).toMatchObject({ errorRate: 0, errorStatus: 500 });
    await put('/sandbox/switches', { uniqueNames: true, strict: true });
    await put('/sandbox/faults', { dropRate: 0.5 });
    const { switches: now } = (await api.send('GET', '/', { key: null })).body;
    expect(now).toMatchObject({ strict: true, uniqueNames: true, faults: { dropRate: 0.5 } });
    const { body } = await api.send('GET', '/sandbox/state');
    expect(body.switches).toEqual({ strict: true, uniqueNames: true });
  });

  it('rejects unknown switches', async () => {
    expect((await put('/sandbox/switches', { loud: true })).status).toBe(422);
  });
});

describe('bearer tokens', () => {
  const token = async (body: object = {}) => (await api.send('POST', '/sandbox/tokens', { body })).body;
  const bearing = (text: string) => ({ key: null, headers: { Authorization: `Bearer ${text}` } });

  it('authenticate as their user, with their permission', async () => {
    const { token: text, id, userId, permission } = await token();
    expect(text).toMatch(/^archctl_sandbox_[0-9a-f]{64}$/);
    expect([permission, id.length]).toEqual(['read', 20]);
    expect((await api.send('GET', `${latest}/tags`, bearing(text))).status).toBe(200);
    const body = { name: 'G', icon: 'bug', index: 0 };
    const refused = await api.send('POST', `${latest}/tag-groups`, { ...bearing(text), body });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission']);
    const writer = await token({ permission: 'write' });
    const made = await api.send('POST', `${latest}/tag-groups`, { ...bearing(writer.token), body });
    expect(made.body.tagGroup).toMatchObject({ createdBy: 'user', createdById: userId, updatedById: userId });
    const [log] = await api.must('landscapes.logs.list', {}, undefined, '?filter[limit]=1');
    expect(log).toMatchObject({ performedBy: 'user', performedById: userId });
  });

  it('are issued by the control API only, and shown once', async () => {
    const { token: text } = await token();
    const key = await api.keyWith('admin');
    expect((await api.send('POST', '/sandbox/tokens', { key, body: {} })).status).toBe(403);
    expect((await api.send('POST', '/sandbox/tokens', bearing(text))).status).toBe(403);
    const state = await api.send('GET', '/sandbox/state');
    const logs = await api.perform('organizations.logs.list');
    expect(JSON.stringify([state.body, logs.body])).not.toContain(text);
  });

  it('are invalid in another form, with a key, or after a reset', async () => {
    const { token: text } = await token({ permission: 'admin' });
    const { id, secret } = api.sandbox.adminKey;
    const key = `${id}:${secret}`;
    const answers = async (headers: Record<string, string>) => {
      const { status, body } = await api.send('GET', '/v1/organizations', { key: null, headers });
      return [status, body.code];
    };
    expect(await answers({ Authorization: `Bearer ${text}x` })).toEqual([401, 'auth/invalid-access-token']);
    expect(await answers({ Authorization: 'Bearer' })).toEqual([401, 'auth/invalid-access-token']);
    expect(await answers({ Authorization: `ApiKey ${text}` })).toEqual([401, 'auth/invalid-api-key']);
    expect(await answers({ Authorization: `Bearer ${text}`, 'X-API-Key': key })).toEqual([
      401,
      'auth/invalid-access-token',
    ]);
    expect(await answers({ Authorization: `ApiKey ${key}`, 'X-API-Key': key })).toEqual([
      401,
      'auth/invalid-api-key',
    ]);
    expect(await answers({ Authorization: `Bearer ${text}` })).toEqual([200, undefined]);
    await api.send('POST', '/sandbox/reset');
    expect(await answers({ Authorization: `Bearer ${text}` })).toEqual([401, 'auth/invalid-access-token']);
  });
});
