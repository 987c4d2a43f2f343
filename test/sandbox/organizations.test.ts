import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

/** Additional organizations, and the reach of keys. */

let api: SandboxApi;

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());

const LATER = '2099-01-01T00:00:00.000Z';
const second = async (): Promise<string> =>
  (await api.must('organizations.create', {}, { name: 'Second' })).id;

describe('organizations', () => {
  it('are accessible to their creators', async () => {
    const organizationId = await second();
    const user = await api.must('user.get');
    expect(await api.must('organizations.get', { organizationId })).toMatchObject({
      name: 'Second',
      plan: 'scale',
      users: { [user.id]: { permission: 'admin' } },
    });
    const all = await api.must('organizations.list');
    expect(all.map(({ id }: { id: string }) => id)).toEqual([api.sandbox.organizationId, organizationId]);
    expect(await api.must('organizations.landscapes.list', { organizationId })).toEqual([]);
    expect(Object.keys(await api.must('organizations.users.list', { organizationId }))).toEqual([user.id]);
    expect((await api.must('organizations.logs.list', { organizationId }))[0]).toMatchObject({
      action: { type: 'organization-create', id: organizationId, props: { name: 'Second' } },
    });
    await api.must('organizations.delete', { organizationId });
  });

  it('isolate their content', async () => {
    const organizationId = await second();
    const { id: teamId } = await api.must('teams.create', { organizationId }, { name: 'Theirs' });
    const { id } = await api.must(
      'organizations.users.invites.create',
      { organizationId },
      { email: 'a@example.com', permission: 'read', expiresAt: LATER },
    );
    const { body } = await api.perform(
      'organizations.apiKeys.create',
      { organizationId },
      { body: { name: 'Theirs', permission: 'admin' } },
    );
    const status = async (operation: string, parameters: Record<string, string>) =>
      (await api.perform(operation, parameters)).status;
    expect(await status('teams.get', { teamId })).toBe(404);
    expect(await status('teams.delete', { teamId })).toBe(404);
    expect(await status('organizations.users.invites.revoke', { organizationUserInviteId: id })).toBe(404);
    expect(await status('organizations.apiKeys.delete', { apiKeyId: body.apiKey.id })).toBe(404);
    expect(await status('organizations.get', { organizationId: 'nope' })).toBe(404);
    // A key of the second one also works in the first one, because its user is a member there.
    const key = { id: body.apiKey.id, secret: body.secret };
    expect((await api.perform('organizations.get', {}, { key })).status).toBe(200);
    await api.must('organizations.delete', { organizationId });
    expect((await api.perform('user.login', {}, { key })).status).toBe(401);
  });

  it('allow a key what both it and its user may do', async () => {
    const organizationId = await second();
    const reader = await api.keyWith('read');
    const at = { organizationId };
    const list = await api.perform('teams.list', at, { key: reader });
    expect(list.status).toBe(200);
    const create = { key: reader, body: { name: 'No' } };
    expect((await api.perform('teams.create', at, create)).status).toBe(403);
    const billing = await api.keyWith('billing');
    expect((await api.perform('organizations.users.invites.list', at, { key: billing })).status).toBe(200);
    expect((await api.perform('teams.list', at, { key: billing })).status).toBe(403);
    await api.must('organizations.delete', at);
  });

  it('are changed by admins only, and changes are logged', async () => {
    const key = await api.keyWith('write');
    const body = { name: 'Mine now' };
    expect((await api.perform('organizations.update', {}, { key, body })).status).toBe(403);
    const before = await api.must('organizations.get');
    const after = await api.must('organizations.update', {}, { shareLinkAuthDomains: ['a.example'] });
    expect(after).toMatchObject({ name: before.name, shareLinkAuthDomains: ['a.example'] });
    const [log] = await api.must('organizations.logs.list');
    expect(log.action).toMatchObject({
      type: 'organization-update',
      props: { shareLinkAuthDomains: ['a.example'] },
    });
    // An empty update is not a change.
    expect(await api.must('organizations.update', {}, {})).toEqual(after);
    expect((await api.must('organizations.logs.list'))[0].id).toBe(log.id);
    expect((await api.perform('organizations.update', {}, { body: { plan: 'growth' } })).status).toBe(422);
    await api.must('organizations.update', {}, { shareLinkAuthDomains: null });
  });

  it('are deleted with their content, except the first one of the sandbox', async () => {
    const counts = async () => (await api.send('GET', '/sandbox/state')).body.records;
    const before = await counts();
    const organizationId = await second();
    await api.must('teams.create', { organizationId }, { name: 'Gone' });
    const upload = await api.must('organizations.icons.createUploadSignedUrl', {
      ...{ organizationId, iconVariant: 'light', iconId: 'quay', iconType: 'png' },
    });
    await api.send('PUT', new URL(upload).pathname, { key: null, text: 'picture' });
    expect(await counts()).not.toEqual(before);
    await api.must('organizations.delete', { organizationId });
    expect(await counts()).toEqual(before);
    expect((await api.perform('organizations.get', { organizationId })).status).toBe(404);
    const { status, body } = await api.perform('organizations.delete');
    expect([status, body.code]).toEqual([422, 'organization/kept']);
  });
});

describe('icons of an organization', () => {
  const at = { iconVariant: 'dark', iconId: 'quay', iconType: 'svg' };
  const put = (path: string, text: string) => api.send('PUT', path, { key: null, text });

  it('are uploaded to one address and served at another, without a key', async () => {
    const target = new URL(await api.must('organizations.icons.createUploadSignedUrl', at)).pathname;
    const tree = new URL(await api.must('organizations.icons.createSignedUrl')).pathname;
    const read = () => api.send('GET', `${tree}/dark/quay.svg`, { key: null });
    expect((await read()).status).toBe(404);
    expect((await put(target, '<svg/>')).status).toBe(200);
    const answer = await read();
    expect([answer.status, answer.body]).toEqual([200, '<svg/>']);
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await put(target.replace('/dark/', '/light/'), '<svg/>')).status).toBe(404);
    expect((await put(target, '')).status).toBe(422);
    api.setNow(new Date(Date.now() + 7_200_000).toISOString());
    expect([(await put(target, '<svg/>')).status, (await read()).status]).toEqual([410, 410]);
    api.setNow(null);
  });

  it('must be pictures', async () => {
    const reply = await api.perform('organizations.icons.createUploadSignedUrl', {
      ...at,
      iconType: 'html',
    });
    expect(reply.body.errors).toEqual(['iconType: must be one of png, jpg, svg']);
  });
});
