import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PIXEL } from '../commands/catalog-cases.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let key: Record<'read' | 'write', { id: string; secret: string }>;

beforeAll(async () => {
  api = await openSandboxApi({ seed: 'demo' });
  key = { read: await api.keyWith('read'), write: await api.keyWith('write') };
});
afterAll(() => api.sandbox.close());

const BODY = { name: 'Quay Bus', color: 'blue', provider: null, type: 'message-broker', restrictions: null };
const propose = (more: object = {}) =>
  api.must('organizations.technologies.create', {}, { ...BODY, ...more });
const at = ({ id }: { id: string }) => ({ catalogTechnologyId: id });
const update = (technology: { id: string }, body: object, as = api.sandbox.adminKey) =>
  api.perform('organizations.technologies.update', at(technology), { body, key: as });

describe('a technology of an organization', () => {
  it('awaits review, and has a slug of its own', async () => {
    const [one, two] = [await propose(), await propose()];
    expect(one).toMatchObject({ status: 'pending-review', iconUrl: null, iconUrlDark: null });
    expect([one.defaultSlug, two.defaultSlug]).toEqual(['quay-bus', 'quay-bus-2']);
    const bySlug = { catalogTechnologySlug: 'quay-bus-2' };
    expect(await api.must('catalog.technologies.getBySlug', bySlug)).toEqual(two);
  });

  it('is reviewed by admins only', async () => {
    const made = await propose();
    for (const body of [{ status: 'approved' }, { status: 'rejected', rejectionReason: 'other' }]) {
      const { status, body: answer } = await update(made, body, key.write);
      expect([status, answer.code]).toEqual([403, 'permission']);
    }
    const create = { body: { ...BODY, status: 'approved' }, key: key.write };
    expect((await api.perform('organizations.technologies.create', {}, create)).status).toBe(403);
    expect((await update(made, { nameShort: 'Bus', status: 'pending-review' }, key.write)).status).toBe(200);
    expect((await update(made, { nameShort: 'QB' }, key.read)).status).toBe(403);
    expect((await update(made, { status: 'approved' })).body.catalogTechnology.status).toBe('approved');
  });

  it('has a reason while it is rejected', async () => {
    const made = await propose();
    expect((await update(made, { rejectionReason: 'duplicate' })).status).toBe(422);
    const rejection = { status: 'rejected', rejectionReason: 'duplicate', rejectionMessage: 'There is one.' };
    expect((await update(made, rejection)).body.catalogTechnology).toMatchObject(rejection);
    const { catalogTechnology } = (await update(made, { status: 'approved' })).body;
    expect(catalogTechnology).not.toHaveProperty('rejectionReason');
    expect(catalogTechnology).not.toHaveProperty('rejectionMessage');
  });

  it('stays unchanged by an empty update', async () => {
    const made = await propose();
    expect((await update(made, {})).body.catalogTechnology).toEqual(made);
  });

  it('is separate from the general catalog, which is read-only', async () => {
    const own = await api.must('organizations.technologies.list');
    const [general] = await api.must('catalog.technologies.list');
    expect(own.map(({ id }: { id: string }) => id)).not.toContain(general.id);
    expect((await api.perform('organizations.technologies.get', at(general))).status).toBe(404);
    expect((await update(general, { name: 'Ours' })).status).toBe(404);
    expect((await api.perform('organizations.technologies.delete', at(general))).status).toBe(404);
  });

  it('rejects invalid values', async () => {
    const refused = async (more: object) => {
      const body = { ...BODY, ...more };
      return (await api.perform('organizations.technologies.create', {}, { body })).status;
    };
    expect(await refused({ color: 'mauve' })).toBe(422);
    expect(await refused({ provider: undefined })).toBe(422);
    expect(await refused({ taste: 'sweet' })).toBe(422);
    expect(await refused({ name: '' })).toBe(422);
  });

  it('is removed from all records when it is deleted, with log entries', async () => {
    const made = await propose();
    const [object] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    const path = { modelObjectId: object.id };
    const icon = { catalogTechnologyId: made.id, name: made.name };
    await api.must('model.objects.update', path, { technologyIds: [made.id], icon });
    const [connection] = await api.must('model.connections.list');
    const line = { modelConnectionId: connection.id };
    await api.must('model.connections.update', line, { technologyIds: { $add: [made.id] } });
    expect(await api.must('organizations.technologies.delete', at(made))).toEqual({});
    expect(await api.must('model.objects.get', path)).toMatchObject({ technologyIds: [], icon: null });
    expect((await api.must('model.connections.get', line)).technologyIds).not.toContain(made.id);
    expect((await api.perform('organizations.technologies.get', at(made))).status).toBe(404);
    const query = `?filter[actionId]=${object.id}&filter[limit]=1`;
    const [log] = await api.must('landscapes.logs.list', {}, undefined, query);
    expect(log.action).toMatchObject({
      type: 'model-object-update',
      props: { technologyIds: [], icon: null },
      context: { name: object.name, type: 'system' },
    });
    const unknown = await api.perform('model.objects.update', path, { body: { icon } });
    expect(unknown.status).toBe(422);
  });
});

describe('the catalog', () => {
  it('shows a technology with or without a key', async () => {
    const [one] = await api.must('catalog.technologies.list');
    const own = await propose();
    const get = (id: string, options: object) =>
      api.perform('catalog.technologies.get', { catalogTechnologyId: id }, options);
    expect((await get(one.id, { key: null })).body.catalogTechnology).toEqual(one);
    expect((await get(one.id, { key: key.read })).body.catalogTechnology).toEqual(one);
    expect((await get(own.id, { key: null })).status).toBe(404);
    expect((await get(one.id, { key: { id: 'Nobody', secret: 'x' } })).status).toBe(401);
    expect((await api.perform('catalog.technologies.list', {}, { key: null })).status).toBe(401);
    const slug = { catalogTechnologySlug: 'no-such-slug' };
    expect((await api.perform('catalog.technologies.getBySlug', slug, { key: null })).status).toBe(404);
  });

  it('finds technologies by null', async () => {
    const found = await api.must('catalog.technologies.list', {}, undefined, '?filter[provider]=');
    expect(found.length).toBeGreaterThan(5);
    for (const { provider } of found) expect(provider).toBeNull();
  });

  const select = (query: string) =>
    api.must('catalog.technologies.select', {}, undefined, `?fields[]=name&${query}`);
  const names = (found: { name: string }[]) => found.map(({ name }) => name);

  it('ranks search results by similarity, including typing errors', async () => {
    expect(names(await select('search=PostgreSQL'))[0]).toBe('PostgreSQL');
    expect(names(await select('search=postgers'))).toContain('PostgreSQL');
    expect(names(await select('search=kafka'))[0]).toContain('Kafka');
    expect(await select('search=zzzzzzzz')).toEqual([]);
    expect(names(await select('filter[name][]=PostgreSQL'))).toEqual(['PostgreSQL']);
  });

  it('returns the requested fields and the id', async () => {
    expect((await api.perform('catalog.technologies.select')).status).toBe(422);
    expect((await api.perform('catalog.technologies.select', {}, { query: '?fields[]=taste' })).status).toBe(
      422,
    );
    const [one] = await select('fields[]=websiteUrl&limit=1');
    expect(Object.keys(one).sort()).toEqual(['id', 'name', 'websiteUrl']);
  });

  it('is paged', async () => {
    const all = names(await select('search=a'));
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `?fields[]=name&search=a&limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
      const { body } = await api.perform('catalog.technologies.select', {}, { query });
      paged.push(...names(body.catalogTechnologies));
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    expect(paged.length).toBeGreaterThan(7);
    expect(paged).toEqual(all);
    const wrong = await api.perform(
      'catalog.technologies.select',
      {},
      { query: '?fields[]=name&limit=10001' },
    );
    expect(wrong.status).toBe(422);
  });

  it('has news between two times, in either order', async () => {
    const list = (query: string) => api.must('catalog.newsArticles.list', {}, undefined, query);
    const all = await list('?filter[order]=asc');
    const ids = (some: { id: string }[]) => some.map(({ id }) => id);
    expect(ids(await list(''))).toEqual(ids(all).reverse());
    const [first, second, third] = ids(all);
    expect(
      ids(await list(`?filter[order]=asc&filter[startAfterId]=${first}&filter[endAtId]=${third}`)),
    ).toEqual([second, third]);
    expect(ids(await list('?filter[order]=asc&filter[limitToLast]=2'))).toEqual(ids(all).slice(-2));
    const gone = all.find(({ tags }: { tags: string[] }) => tags.includes('deprecate'));
    expect(ids(await list(`?filter[startAtDate]=${gone.publishedAt}`))).toContain(gone.id);
    expect(ids(await list(`?filter[startAfterDate]=${gone.publishedAt}`))).not.toContain(gone.id);
    const lost = await api.perform('catalog.newsArticles.list', {}, { query: '?filter[startAtId]=x' });
    expect(lost.status).toBe(422);
  });

  it('suggests technologies for web addresses only', async () => {
    const query = '?url=javascript:alert(1)';
    for (const id of ['catalog.suggestions.information', 'catalog.suggestions.brand'])
      expect((await api.perform(id, {}, { query })).status).toBe(422);
  });
});

describe('an icon', () => {
  const upload = async (url: string, body: string | Uint8Array) =>
    (await api.sandbox.fetch(new Request(url, { method: 'PUT', body, duplex: 'half' } as RequestInit)))
      .status;
  const show = (url: string) => api.sandbox.fetch(new Request(url));

  it('is uploaded without a key to the issued address, and served there', async () => {
    const { signedUrl } = await api.must('catalog.technologies.createSignedIconUrl');
    const url = signedUrl.replace(/\?.*/, '');
    expect((await show(url)).status).toBe(404);
    expect(await upload(signedUrl, PIXEL)).toBe(200);
    const shown = await show(url);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PIXEL);
  });

  it('is a PNG, at a signed address, before its expiry', async () => {
    const { signedUrl } = await api.must('catalog.technologies.createSignedIconUrl');
    expect(await upload(signedUrl, '<svg/>')).toBe(422);
    expect(
      await upload(
        signedUrl.replace(/.$/, (it: string) => (it === '0' ? '1' : '0')),
        PIXEL,
      ),
    ).toBe(404);
    expect(await upload(signedUrl.replace(/\?.*/, ''), PIXEL)).toBe(404);
    expect(await upload(signedUrl, Buffer.concat([PIXEL, Buffer.alloc(1_000_000)]))).toBe(422);
  });
});
