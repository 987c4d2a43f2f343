import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxApi, type Reply, type SandboxApi } from './harness.js';

/** Members of an organization, their permissions, and the log of changes. */

let api: SandboxApi;
const users = new Map<string, string>();

beforeAll(async () => {
  api = await openSandboxApi();
  const members: Record<string, { permission: string; email: string }> =
    await api.must('organizations.users.list');
  for (const [id, { email }] of Object.entries(members)) users.set(email.split('.')[0] ?? '', id);
});
afterAll(() => api.sandbox.close());

const LATER = '2099-01-01T00:00:00.000Z';
const idOf = (name: string): string => users.get(name) ?? '';
const seen = ({ status, body }: Reply) => ({ status, code: body.code });
const invite = (email: string, permission = 'read', facts: object = {}) =>
  api.perform(
    'organizations.users.invites.create',
    {},
    { body: { email, permission, expiresAt: LATER, ...facts } },
  );
/** The newest entry of a type in the organization's log. */
const logged = async (type: string, organizationId = api.sandbox.organizationId) =>
  (
    await api.must('organizations.logs.list', { organizationId }, undefined, `?filter[actionType]=${type}`)
  )[0];

describe('invites', () => {
  it('are listed, logged, and unique', async () => {
    const { status, body } = await invite('Ada@Example.com', 'read', {
      landscapePermissions: { [api.sandbox.landscapeId]: true },
    });
    expect(status).toBe(200);
    const { id } = body.organizationUserInvite;
    expect(await logged('organization-user-invite-create')).toMatchObject({
      action: { id, props: { email: 'Ada@Example.com', permission: 'read' } },
    });
    expect(seen(await invite('ada@example.COM'))).toEqual({ status: 409, code: 'invite/open' });
    expect(seen(await invite('ingrid.solheim@skerryline.example'))).toEqual({
      status: 409,
      code: 'invite/member',
    });
  });

  it('end when they are revoked, which frees their address', async () => {
    const { body } = await invite('bo@example.com');
    const at = { organizationUserInviteId: body.organizationUserInvite.id };
    const revoked = await api.must('organizations.users.invites.revoke', at);
    expect(revoked).toMatchObject({ revokedBy: 'api-key', revokedById: api.sandbox.adminKey.id });
    expect(seen(await api.perform('organizations.users.invites.revoke', at))).toEqual({
      status: 422,
      code: 'invite/not-open',
    });
    expect(await logged('organization-user-invite-revoke')).toMatchObject({
      action: { id: revoked.id, context: { email: 'bo@example.com' } },
    });
    expect((await invite('bo@example.com')).status).toBe(200);
  });

  it('require a future end, an address, and existing landscapes', async () => {
    expect(
      (await invite('cy@example.com', 'read', { expiresAt: '2020-01-01T00:00:00Z' })).body.errors,
    ).toEqual(['expiresAt: must be in the future']);
    expect((await invite('nobody')).status).toBe(422);
    const unknown = await invite('cy@example.com', 'read', { landscapePermissions: { nowhere: true } });
    expect(unknown.body.errors).toEqual(['landscapePermissions.nowhere: the landscape does not exist']);
    const nobody = { organizationUserInviteId: 'nope' };
    expect((await api.perform('organizations.users.invites.revoke', nobody)).status).toBe(404);
  });

  it('free their address and seat when they expire', async () => {
    const own = await openSandboxApi();
    const soon = new Date(Date.now() + 60_000).toISOString();
    const body = { email: 'dee@example.com', permission: 'write', expiresAt: soon };
    const send = () => own.perform('organizations.users.invites.create', {}, { body });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(409);
    own.setNow(new Date(Date.now() + 120_000).toISOString());
    body.expiresAt = LATER;
    expect((await send()).status).toBe(200);
    await own.sandbox.close();
  });

  it('require admin or billing keys', async () => {
    const body = { email: 'eve@example.com', permission: 'read', expiresAt: LATER };
    for (const [permission, status] of [
      ['read', 403],
      ['write', 403],
      ['billing', 200],
    ] as const) {
      const key = await api.keyWith(permission);
      const reply = await api.perform('organizations.users.invites.create', {}, { key, body });
      expect([permission, reply.status]).toEqual([permission, status]);
    }
  });

  it('are not users', async () => {
    const reply = await api.send('DELETE', `/v1/organizations/${api.sandbox.organizationId}/users/invites`);
    expect(reply.status).toBe(405);
  });
});

describe('seats', () => {
  it('are taken by write and admin permissions, of members and open invites', async () => {
    const own = await openSandboxApi();
    const { seats } = await own.must('organizations.get');
    const members: Record<string, { permission: string }> = await own.must('organizations.users.list');
    const paid = Object.values(members).filter((it) => ['write', 'admin'].includes(it.permission)).length;
    const send = (at: number, permission: string) =>
      own.perform(
        'organizations.users.invites.create',
        {},
        { body: { email: `guest${at}@example.com`, permission, expiresAt: LATER } },
      );
    for (let at = paid; at < seats; at += 1) expect((await send(at, 'write')).status).toBe(200);
    expect(seen(await send(99, 'admin'))).toEqual({ status: 429, code: 'seats' });
    expect((await send(99, 'read')).status).toBe(200);

    const [reader = ''] = Object.entries(members).find(([, it]) => it.permission === 'read') ?? [];
    const [writer = ''] = Object.entries(members).find(([, it]) => it.permission === 'write') ?? [];
    const update = (userId: string, permission: string) =>
      own.perform('organizations.users.update', { userId }, { body: { permission } });
    expect(seen(await update(reader, 'write'))).toEqual({ status: 429, code: 'seats' });
    // Members who have a seat keep it.
    expect((await update(writer, 'admin')).status).toBe(200);
    expect((await update(writer, 'billing')).status).toBe(200);
    expect((await update(reader, 'write')).status).toBe(200);
    await own.sandbox.close();
  });
});

describe('members', () => {
  it('are listed with their profiles', async () => {
    expect((await api.must('organizations.users.list'))[idOf('wei')]).toMatchObject({
      permission: 'read',
      email: 'wei.lindqvist@skerryline.example',
      name: 'Wei Lindqvist',
      lastActiveAt: expect.stringMatching(/Z$/),
    });
  });

  it('leave the organization and its teams', async () => {
    const { id: teamId } = await api.must('teams.create', {}, { name: 'Leaving', userIds: [idOf('wei')] });
    expect(await api.must('organizations.users.delete', { userId: idOf('wei') })).toEqual({});
    expect((await api.must('teams.get', { teamId })).userIds).toEqual([]);
    expect((await api.must('organizations.get')).userIds).not.toContain(idOf('wei'));
    const log = await logged('organization-user-remove');
    expect(log).toMatchObject({ action: { id: idOf('wei') }, parentId: null });
    expect((await logged('team-update')).parentId).toBe(log.id);
    expect((await api.perform('organizations.users.delete', { userId: idOf('wei') })).status).toBe(404);
  });

  it('include at least one admin', async () => {
    const reply = await api.perform('organizations.users.delete', { userId: idOf('ingrid') });
    expect(seen(reply)).toEqual({ status: 409, code: 'last-admin' });
  });
});

describe('the user of the key', () => {
  it('changes their own data', async () => {
    const before = await api.must('user.get');
    const after = await api.must('user.update', {}, { name: 'Ingrid', defaultOrganizationId: null });
    expect(after).toEqual({ ...before, name: 'Ingrid', defaultOrganizationId: null });
    expect(await api.must('user.login')).toEqual(after);
    const update = (body: object) => api.perform('user.update', {}, { body });
    expect(seen(await update({ email: 'TOMAS.reyes@skerryline.example' }))).toEqual({
      status: 409,
      code: 'email-taken',
    });
    expect((await update({ defaultOrganizationId: 'nowhere' })).status).toBe(422);
    expect((await update({ name: 'x'.repeat(129) })).status).toBe(422);
    expect((await update({ password: 'secret-secret' })).status).toBe(422);
    expect(await api.must('user.get')).toEqual(after);
  });

  it('chooses their notifications', async () => {
    const before = await api.must('user.notifications.get');
    const after = await api.must('user.notifications.update', {}, { exports: !before.exports });
    expect(after).toEqual({ ...before, exports: !before.exports });
    expect((await api.must('user.get')).notifications).toEqual(after);
  });
});

describe('API keys', () => {
  it('are rejected once they are deleted', async () => {
    const key = await api.keyWith('write');
    expect((await api.perform('user.login', {}, { key })).status).toBe(200);
    await api.must('organizations.apiKeys.delete', { apiKeyId: key.id });
    expect((await api.perform('user.login', {}, { key })).status).toBe(401);
    expect(await logged('api-key-delete')).toMatchObject({ action: { id: key.id } });
    expect((await api.perform('organizations.apiKeys.delete', { apiKeyId: key.id })).status).toBe(404);
  });

  it('cannot delete themselves or the key of the sandbox', async () => {
    const key = await api.keyWith('admin');
    const remove = (apiKeyId: string) => api.perform('organizations.apiKeys.delete', { apiKeyId }, { key });
    expect(seen(await remove(key.id))).toEqual({ status: 422, code: 'api-key/kept' });
    expect(seen(await remove(api.sandbox.adminKey.id))).toEqual({ status: 422, code: 'api-key/kept' });
    expect((await api.perform('user.login', {}, { key })).status).toBe(200);
  });
});
