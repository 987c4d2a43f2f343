import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows, type Permission } from '../../src/contract/access.js';
import { OPERATIONS } from '../../src/contract/index.js';
import type { Access } from '../../src/contract/operation.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
const keys = new Map<string, { id: string; secret: string }>();

beforeAll(async () => {
  api = await openSandboxApi();
  for (const permission of ['billing', 'read', 'write', 'admin'])
    keys.set(permission, await api.keyWith(permission));
});
afterAll(() => api.sandbox.close());

const keyOf = (permission: string) => keys.get(permission) ?? { id: '', secret: '' };

describe('permissions', () => {
  const table: Record<Access, Permission[]> = {
    public: ['billing', 'read', 'write', 'admin'],
    any: ['billing', 'read', 'write', 'admin'],
    read: ['read', 'write', 'admin'],
    write: ['write', 'admin'],
    admin: ['admin'],
    members: ['billing', 'admin'],
  };

  it.each(Object.entries(table))('%s requires %s', (access, permissions) => {
    const allowed = table.any.filter((permission) => allows(permission, access as Access));
    expect(allowed).toEqual(permissions);
  });

  it('apply to every operation', async () => {
    for (const operation of OPERATIONS) {
      for (const permission of table.any) {
        if (table[operation.access].includes(permission)) continue;
        const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
        const parameters = Object.fromEntries(names.map((name) => [name, 'x']));
        const { status, body } = await api.perform(operation.id, parameters, { key: keyOf(permission) });
        expect([operation.id, permission, status]).toEqual([operation.id, permission, 403]);
        if (operation.method !== 'HEAD') expect(body.code).toBe('permission');
      }
    }
  });

  it('let readers comment, also in drafts, and change nothing else', async () => {
    const key = keyOf('read');
    const comment = { body: { content: 'Why?', type: 'question', status: 'open' } };
    expect((await api.perform('comments.create', {}, { key, body: comment })).status).toBe(200);
    const [draft] = await api.must('drafts.list', {}, undefined, '?filter[status]=in-progress');
    const at = { draftId: draft.id };
    const asComment = { task: { type: 'draft-comment-create', entityId: 'c1', props: comment } };
    expect((await api.perform('drafts.tasks.create', at, { key, body: asComment })).status).toBe(200);
    const asTag = { task: { type: 'draft-tag-delete', entityId: 'x' } };
    expect((await api.perform('drafts.tasks.create', at, { key, body: asTag })).status).toBe(403);
    expect((await api.perform('drafts.tasks.create', at, { key: keyOf('write'), body: asTag })).status).toBe(
      422,
    );
  });
});

describe('signing in', () => {
  const login = (headers: Record<string, string>) =>
    api.send('POST', '/v1/user/login', { key: null, headers });
  const good = () => `${keyOf('read').id}:${keyOf('read').secret}`;

  it('accepts both header forms', async () => {
    expect((await login({ Authorization: `ApiKey ${good()}` })).status).toBe(200);
    expect((await login({ 'X-API-Key': good() })).status).toBe(200);
  });

  it.each([
    ['nothing', () => ({}), 'auth/missing-api-key'],
    ['a bearer token', () => ({ Authorization: 'Bearer abc' }), 'auth/invalid-access-token'],
    [
      'a key and a bearer token',
      () => ({ 'X-API-Key': good(), Authorization: 'Bearer abc' }),
      'auth/invalid-access-token',
    ],
    ['another scheme', () => ({ Authorization: `Basic ${good()}` }), 'auth/invalid-api-key'],
    [
      'a wrong secret',
      () => ({ Authorization: `ApiKey ${keyOf('read').id}:${'0'.repeat(64)}` }),
      'auth/invalid-api-key',
    ],
    [
      'an unknown id',
      () => ({ Authorization: `ApiKey nobody:${keyOf('read').secret}` }),
      'auth/invalid-api-key',
    ],
    ['no secret', () => ({ Authorization: `ApiKey ${keyOf('read').id}` }), 'auth/invalid-api-key'],
  ])('refuses %s', async (_name, headers, code) => {
    const { status, body } = await login(headers());
    expect({ status, code: body.code }).toEqual({ status: 401, code });
  });

  it('returns the user who created the key', async () => {
    const own = await api.must('user.login');
    const { body } = await api.perform('user.login', {}, { key: keyOf('billing') });
    expect(body.user).toEqual(own);
  });
});

describe('API keys', () => {
  it('have a secret of 64 hex characters, shown once and never logged', async () => {
    const { body } = await api.perform(
      'organizations.apiKeys.create',
      {},
      { body: { name: 'Once', permission: 'write' } },
    );
    expect(body.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(body.apiKey.id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(body.apiKey).not.toHaveProperty('secret');
    const { body: log } = await api.perform(
      'organizations.logs.list',
      {},
      { query: '?filter[actionType]=api-key-create' },
    );
    expect(log.organizationLogs[0]).toMatchObject({
      action: { id: body.apiKey.id, props: { name: 'Once', permission: 'write' } },
    });
    expect(JSON.stringify(log)).not.toContain(body.secret);
  });

  it('change permission at once', async () => {
    const key = await api.keyWith('read');
    const group = { name: 'G', icon: 'bug', index: 0 };
    expect((await api.perform('tags.groups.create', {}, { key, body: group })).status).toBe(403);
    await api.must('organizations.apiKeys.update', { apiKeyId: key.id }, { permission: 'write' });
    expect((await api.perform('tags.groups.create', {}, { key, body: group })).status).toBe(200);
  });

  it('that do not exist return 404', async () => {
    const { status } = await api.perform(
      'organizations.apiKeys.update',
      { apiKeyId: 'nope' },
      { body: { name: 'x' } },
    );
    expect(status).toBe(404);
  });
});

describe('members', () => {
  it('are changed by endpoint 18, also with billing keys', async () => {
    const users = await api.must('organizations.users.list');
    const [reader] = Object.entries(users).find(
      ([, it]) => (it as { permission: string }).permission === 'read',
    ) ?? [''];
    const body = { permission: 'write', landscapePermissions: { [api.sandbox.landscapeId]: true } };
    const reply = await api.perform(
      'organizations.users.update',
      { userId: reader },
      { key: keyOf('billing'), body },
    );
    expect(reply.body.organizationUser).toEqual(body);
    expect((await api.must('organizations.get')).users[reader]).toEqual(body);
    expect((await api.must('organizations.users.list'))[reader]).toMatchObject(body);
  });

  it('include at least one admin', async () => {
    const { id } = await api.must('user.login');
    const reply = await api.perform(
      'organizations.users.update',
      { userId: id },
      { body: { permission: 'read' } },
    );
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 409, code: 'last-admin' });
  });

  it('must exist, like their landscapes', async () => {
    const { id } = await api.must('user.login');
    const update = (userId: string, body: object) =>
      api.perform('organizations.users.update', { userId }, { body });
    expect((await update('nobody', { permission: 'read' })).status).toBe(404);
    const { status, body } = await update(id, { landscapePermissions: { nowhere: true } });
    expect(status).toBe(422);
    expect(body.errors).toEqual(['landscapePermissions.nowhere: the landscape does not exist']);
  });
});
