import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOptions } from '../commands/people-ids.js';
import { openSandboxApi, type Reply, type SandboxApi } from './harness.js';

/** Share links: creation, access, and the view of visitors. */

let api: SandboxApi;

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());
beforeEach(async () => {
  await api.perform('shareLink.delete');
});

const PASSWORD = 'correct horse battery';
const seen = ({ status, body }: Reply) => ({ status, code: body.code });
const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
});
/** Sends a request as a visitor, without a key. */
const visit = (id: string, at: Record<string, string>, headers = {}, query = '') =>
  api.perform(id, at, { key: null, headers, query });
const share = (body: object = { protected: false }) => api.must('shareLink.create', {}, body);
const LANDSCAPE = 'shareLink.public.landscape.get';

describe('share links', () => {
  it('are unique for a version, and created by admins', async () => {
    const link = await share();
    expect(link.shortId).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(seen(await api.perform('shareLink.create', {}, { body: { protected: false } }))).toEqual({
      status: 409,
      code: 'share-link/exists',
    });
    const versions = await api.must('versions.list');
    const { id: versionId } = versions.find((it: { tags: string[] }) => !it.tags.includes('latest'));
    const other = await api.must('shareLink.create', { versionId }, { protected: false });
    expect(other).toMatchObject({ versionId });
    expect((await api.must('shareLink.get')).id).toBe(link.id);
    await api.must('shareLink.delete', { versionId });
    const key = await api.keyWith('write');
    expect((await api.perform('shareLink.update', {}, { key, body: { protected: false } })).status).toBe(403);
    expect((await api.perform('shareLink.delete', {}, { key })).status).toBe(403);
    expect((await api.perform('shareLink.get', {}, { key })).status).toBe(200);
  });

  it('are logged, without the password', async () => {
    const { id } = await share({ protected: true, password: PASSWORD });
    await api.must('shareLink.update', {}, { password: `${PASSWORD} staple` });
    await api.must('shareLink.delete');
    const logs = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${id}`);
    expect(logs.map((it: { action: { type: string } }) => it.action.type)).toEqual([
      'share-link-delete',
      'share-link-update',
      'share-link-create',
    ]);
    expect(logs.at(-1).action.props).toEqual({ protected: true });
    expect(JSON.stringify(logs)).not.toContain('horse');
  });

  it('never return the password or its hash', async () => {
    const answers = [
      await api.perform('shareLink.create', {}, { body: { protected: true, password: PASSWORD } }),
      await api.perform('shareLink.get'),
      await api.perform('shareLink.update', {}, { body: { password: `${PASSWORD}!` } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      for (const hidden of ['password', 'digest', 'salt', 'hash', 'horse']) {
        expect(JSON.stringify(body).replace('"protected"', '')).not.toContain(hidden);
      }
    }
  });

  it('with protection have a password of 8 to 64 characters', async () => {
    const create = (body: object) => api.perform('shareLink.create', {}, { body });
    expect((await create({ protected: true })).body.errors).toEqual([
      'password: is required for a protected link',
    ]);
    expect((await create({ protected: true, password: 'short' })).status).toBe(422);
    expect((await create({ protected: true, password: 'x'.repeat(65) })).status).toBe(422);
    await share();
    expect((await api.perform('shareLink.update', {}, { body: { protected: true } })).status).toBe(422);
  });

  it('get a new address, which invalidates the old one', async () => {
    const { shortId } = await share();
    const changed = await api.must('shareLink.update', {}, {}, '?resetShortId=true');
    expect(changed.shortId).not.toBe(shortId);
    expect((await visit('shareLink.public.get', { shortId })).status).toBe(404);
    expect((await visit('shareLink.public.get', { shortId: changed.shortId })).status).toBe(200);
  });

  it('are deleted with their draft', async () => {
    const draft = await api.must('drafts.create', {}, { name: 'Shown', status: 'in-progress' });
    expect(await share({ protected: false, draftId: draft.id })).toMatchObject({ draftId: draft.id });
    await api.must('drafts.delete', { draftId: draft.id });
    expect((await api.perform('shareLink.get')).status).toBe(404);
    const nowhere = await api.perform(
      'shareLink.create',
      {},
      { body: { protected: false, draftId: 'nope' } },
    );
    expect(nowhere.body.errors?.[0]).toContain('draftId');
  });

  it('are rejected if the organization forbids them, and existing ones stop', async () => {
    const { shortId } = await share();
    await api.must('organizations.update', {}, { shareLinksEnabled: false });
    expect((await visit('shareLink.public.get', { shortId })).status).toBe(404);
    await api.must('shareLink.delete');
    expect(seen(await api.perform('shareLink.create', {}, { body: { protected: false } }))).toEqual({
      status: 403,
      code: 'share-links/disabled',
    });
    await api.must('organizations.update', {}, { shareLinksEnabled: true });
  });
});

describe('visitors', () => {
  it('see the version without a key, and are counted', async () => {
    const { shortId } = await share();
    const { status, body } = await visit(LANDSCAPE, { shortId }, {}, '?inFrame=true&frameLocation=miro');
    expect(status).toBe(200);
    expect(body.landscape).toEqual(await api.must('landscapes.get'));
    for (const [name, operation] of [
      ['modelObjects', 'model.objects.list'],
      ['modelConnections', 'model.connections.list'],
      ['diagrams', 'diagrams.list'],
      ['flows', 'flows.list'],
      ['tags', 'tags.list'],
    ] as const) {
      expect(body[name]).toEqual(await api.must(operation));
    }
    const used = [...body.publicTechnologies, ...body.organizationTechnologies];
    expect(used.length).toBeGreaterThan(5);
    const [thumbnail] = Object.values(body.flowThumbnails as Record<string, { url: string }>);
    expect((await api.send('GET', new URL(thumbnail?.url ?? '').pathname, { key: null })).status).toBe(200);
    await visit(LANDSCAPE, { shortId });
    const { stats } = (await api.perform('shareLink.get')).body;
    expect(stats).toEqual({ totalVisitorCount: 2, viewedAt: expect.stringMatching(/Z$/) });
  });

  it('need the password of a protected link, and nothing else', async () => {
    const { shortId } = await share({ protected: true, password: PASSWORD });
    const { body } = await visit('shareLink.public.get', { shortId });
    expect(body.shareLink).toMatchObject({ shortId, protected: true });
    expect(seen(await visit(LANDSCAPE, { shortId }))).toEqual({
      status: 401,
      code: 'share-link/password-required',
    });
    expect(seen(await visit(LANDSCAPE, { shortId }, basic('wrong horse battery')))).toEqual({
      status: 401,
      code: 'share-link/wrong-password',
    });
    // A key does not replace a password.
    expect((await api.perform(LANDSCAPE, { shortId })).status).toBe(401);
    expect((await visit(LANDSCAPE, { shortId }, basic(PASSWORD))).status).toBe(200);
    await api.must('shareLink.update', {}, { password: `${PASSWORD}!` });
    expect((await visit(LANDSCAPE, { shortId }, basic(PASSWORD))).status).toBe(401);
    await api.must('shareLink.update', {}, { protected: false });
    expect((await visit(LANDSCAPE, { shortId })).status).toBe(200);
  });

  it('see the version only', async () => {
    const { shortId } = await share();
    const [diagram] = await api.must('diagrams.list');
    const view = (diagramId: string) => visit('shareLink.public.diagrams.view', { shortId, diagramId });
    expect((await view(diagram.id)).status).toBe(200);
    expect((await view('nope')).status).toBe(404);
    const landscapes = await api.must('organizations.landscapes.list');
    const other = landscapes.find(({ id }: { id: string }) => id !== api.sandbox.landscapeId);
    const [foreign] = await api.must('diagrams.list', { landscapeId: other.id });
    expect((await view(foreign.id)).status).toBe(404);
    expect((await visit(LANDSCAPE, { shortId: 'nowhere000' })).status).toBe(404);
  });

  it('must sign in if the organization requires it', async () => {
    const { shortId } = await share();
    await api.must('organizations.update', {}, { shareLinkAuthDomains: ['partner.example'] });
    const { body } = await visit('shareLink.public.get', { shortId });
    expect(body.shareLinkOrganizationAuth).toBe(true);
    expect(seen(await visit(LANDSCAPE, { shortId }))).toEqual({ status: 401, code: 'share-link/sign-in' });
    expect((await api.perform(LANDSCAPE, { shortId })).status).toBe(200);
    await api.must('organizations.update', {}, { shareLinkAuthDomains: null });
  });

  it('use no quota', async () => {
    const { shortId } = await share();
    const meters = async () => (await api.send('GET', '/sandbox/state')).body.meters;
    const before = await meters();
    await visit(LANDSCAPE, { shortId });
    expect(await meters()).toEqual(before);
  });
});

describe('options', () => {
  it('have one short id per set, stored for its version', async () => {
    const { shortId } = await share();
    const [diagram] = await api.must('diagrams.list');
    const body = { ...shareOptions('diagram'), diagramId: diagram.id };
    const made = await api.must('shareLink.options.upsert', {}, body);
    expect(made).toMatchObject(body);
    expect(await api.must('shareLink.options.upsert', {}, body)).toEqual(made);
    const at = { shortId, optionsShortId: made.shortId };
    expect((await visit('shareLink.public.options.get', at)).body.shareLinkOptions).toEqual(made);
    expect((await visit('shareLink.public.options.get', { ...at, optionsShortId: 'nope' })).status).toBe(404);
    expect((await api.perform('shareLink.options.get', { optionsShortId: 'nope' })).status).toBe(404);
  });

  it('contain all values, of existing records', async () => {
    await share();
    const { search: _search, ...partial } = shareOptions('flows');
    expect((await api.perform('shareLink.options.upsert', {}, { body: partial })).status).toBe(422);
    const dangling = { ...shareOptions('diagram'), diagramId: 'nope' };
    const { body } = await api.perform('shareLink.options.upsert', {}, { body: dangling });
    expect(body.errors).toEqual(['diagramId: there is no diagram nope in this version']);
    await api.must('shareLink.delete');
    const without = await api.perform('shareLink.options.upsert', {}, { body: shareOptions('flows') });
    expect(without.status).toBe(404);
  });
});
