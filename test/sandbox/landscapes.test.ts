import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import type { Kind } from '../../src/contract/records.js';
import { expectIsomorphic } from '../contract/rules/isomorphic.js';
import type { StoredRecord } from '../support/memory-records.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
beforeEach(async () => {
  api = await openSandboxApi();
});
afterEach(() => api.sandbox.close());

const create = (body: object = { name: 'New' }) => api.must('organizations.landscapes.create', {}, body);
const template = async (name = 'Web application') =>
  (await api.must('landscapeTemplates.list')).find((it: { name: string }) => it.name === name);
const counts = async (): Promise<Record<string, number>> =>
  (await api.send('GET', '/sandbox/state')).body.records;

/** Complete content of a version, with its diagrams. */
async function recordsOf(landscapeId: string, versionId = 'latest'): Promise<StoredRecord[]> {
  const all: StoredRecord[] = [];
  for (const { shape, record } of FAMILIES) {
    const at = { landscapeId, versionId };
    for (const doc of await api.must(`${shape.id}.list`, at)) {
      all.push({ kind: record.kind as Kind, doc });
      if (record.kind !== 'diagram') continue;
      const drawn = await api.must('diagrams.content.get', { ...at, diagramId: doc.id });
      all.push({ kind: 'diagramContent', doc: { ...drawn, handleId: doc.handleId } });
    }
  }
  return all;
}

describe('creating a landscape', () => {
  it('starts with a domain, its root, and the live version', async () => {
    const { body } = await api.perform(
      'organizations.landscapes.create',
      {},
      { body: { name: 'New', scheduledVersions: true } },
    );
    const { landscape, version } = body;
    expect(landscape).toMatchObject({
      name: 'New',
      scheduledVersions: true,
      organizationId: api.sandbox.organizationId,
    });
    const at = { landscapeId: landscape.id };
    expect(await api.must('landscapes.get', at)).toEqual(landscape);
    expect(await api.must('versions.list', at)).toEqual([version]);
    const [domain] = await api.must('domains.list', at);
    expect(domain).toMatchObject({ name: 'New' });
    expect(await api.must('model.objects.list', at)).toMatchObject([
      { type: 'root', name: '', parentId: null, domainId: domain.id },
    ]);
    const [log] = await api.must(
      'landscapes.logs.list',
      at,
      undefined,
      '?filter[actionType]=landscape-create',
    );
    expect(log).toMatchObject({ parentId: null, action: { id: landscape.id, context: { name: 'New' } } });
    expect(log.action).not.toHaveProperty('props');
    const children = await api.must('landscapes.logs.listChildren', { ...at, actionLogId: log.id });
    expect(children.map((it: { action: { type: string } }) => it.action.type).sort()).toEqual([
      'domain-create',
      'model-object-create',
      'version-create',
    ]);
  });

  it('starts with the content of a template', async () => {
    for (const { id: templateId, name } of await api.must('landscapeTemplates.list')) {
      const { id: landscapeId } = await create({ name, templateId });
      const stored = await recordsOf(landscapeId);
      expect(stored.filter(({ kind }) => kind === 'domain').map(({ doc }) => doc.name)).toEqual([name]);
      const drawn = stored.filter(({ kind }) => kind === 'diagramContent');
      expect(drawn).toHaveLength(name === 'Blank' ? 0 : 1);
      for (const { doc } of drawn) expect(Object.keys(doc.objects as object).length).toBeGreaterThan(2);
    }
  });

  it('hides the landscapes of templates', async () => {
    const { landscapeId } = await template();
    for (const id of ['landscapes.get', 'versions.list', 'landscapes.delete']) {
      expect((await api.perform(id, { landscapeId })).status).toBe(404);
    }
    const ids = (await api.must('organizations.landscapes.list')).map((it: { id: string }) => it.id);
    expect(ids).not.toContain(landscapeId);
  });

  it('is rejected for missing templates, readers and other organizations', async () => {
    const body = { name: 'New', templateId: 'nope' };
    expect((await api.perform('organizations.landscapes.create', {}, { body })).status).toBe(404);
    const key = await api.keyWith('read');
    const create = { body: { name: 'New' } };
    expect((await api.perform('organizations.landscapes.create', {}, { ...create, key })).status).toBe(403);
    const elsewhere = { organizationId: 'other' };
    expect((await api.perform('organizations.landscapes.create', elsewhere, create)).status).toBe(404);
    expect((await api.perform('organizations.landscapes.create', {}, { body: {} })).status).toBe(422);
  });

  it('stops at the limit of the plan', async () => {
    const small = await openSandboxApi({ plan: 'growth' });
    const make = () => small.perform('organizations.landscapes.create', {}, { body: { name: 'New' } });
    const there = (await small.must('organizations.landscapes.list')).length;
    for (let count = there; count < 25; count += 1) expect((await make()).status).toBe(200);
    for (const refused of [
      await make(),
      await small.perform('organizations.landscapes.duplicate', {}, { body: { name: 'Copy' } }),
    ]) {
      expect(refused).toMatchObject({ status: 429, body: { code: 'plan/landscapes' } });
    }
    await small.sandbox.close();
  });
});

describe('changing a landscape', () => {
  it('is logged, and ignored if nothing changes', async () => {
    const { id: landscapeId, ...before } = await create();
    const at = { landscapeId };
    expect(await api.must('landscapes.update', at, { name: 'New' })).toMatchObject(before);
    expect(await api.must('landscapes.update', at, { name: 'Newer' })).toMatchObject({ name: 'Newer' });
    const query = '?filter[actionType]=landscape-update';
    const logs = await api.must('landscapes.logs.list', at, undefined, query);
    expect(logs.map((it: { action: { props: object } }) => it.action.props)).toEqual([{ name: 'Newer' }]);
    const other = await api.perform('landscapes.update', at, { body: { organizationId: 'other' } });
    expect(other.status).toBe(404);
  });
});

describe('copying', () => {
  it('by duplicating creates a landscape that is isomorphic to its source', async () => {
    const { landscapeId } = api.sandbox;
    const { id } = await api.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    expectIsomorphic(await recordsOf(landscapeId), await recordsOf(id));
  });

  it('into another landscape copies everything, and only once', async () => {
    const { landscapeId } = api.sandbox;
    const target = await create();
    const before = await recordsOf(target.id);
    const query = `?targetLandscapeId=${target.id}`;
    expect(await api.must('landscapes.copy', {}, undefined, query)).toEqual({});
    const known = new Set(before.map(({ doc }) => doc.id));
    const came = (await recordsOf(target.id)).filter(({ doc }) => !known.has(doc.id));
    expectIsomorphic(await recordsOf(landscapeId), came, { without: ['index'] });
    const again = await api.perform('landscapes.copy', {}, { query });
    expect(again).toMatchObject({ status: 409, body: { code: 'handle-taken' } });
    expect(again.body.errors.length).toBeGreaterThanOrEqual(came.length);
    const [log] = await api.must('landscapes.logs.list', {}, undefined, '?filter[actionType]=landscape-copy');
    expect(log.actionIds).toEqual([landscapeId, target.id]);
  });

  it('is rejected into itself, into nothing and by readers', async () => {
    const { landscapeId } = api.sandbox;
    const status = async (target: string, key?: { id: string; secret: string }) =>
      (
        await api.perform(
          'landscapes.copy',
          {},
          { query: `?targetLandscapeId=${target}`, ...(key && { key }) },
        )
      ).status;
    expect(await status(landscapeId)).toBe(422);
    expect(await status('nope')).toBe(404);
    expect(await status((await template()).landscapeId)).toBe(404);
    expect(await status(landscapeId, await api.keyWith('read'))).toBe(403);
    expect((await api.perform('landscapes.copy')).status).toBe(422);
  });
});

describe('deleting a landscape', () => {
  it('leaves only logs', async () => {
    const before = await counts();
    const { id: landscapeId } = await create({ name: 'Short', templateId: (await template()).id });
    const at = { landscapeId };
    const body = { name: 'First', notes: 'As it began.', modelHandleId: null };
    const { id: versionId } = await api.must('versions.create', at, body);
    await api.must('versionReverts.create', at, { versionId, notes: 'Back to the beginning.' });
    const users: Record<string, { permission: string }> = await api.must('organizations.users.list');
    const [member] = Object.keys(users).filter((id) => users[id]?.permission === 'write');
    const permissions = { landscapePermissions: { [landscapeId]: true, [api.sandbox.landscapeId]: true } };
    await api.must(
      'organizations.users.update',
      { userId: member ?? '' },
      { permission: 'write', ...permissions },
    );
    const [diagram] = await api.must('diagrams.list', at);
    const image = await api.must('diagrams.export.create', { ...at, diagramId: diagram.id }, {});

    expect(await api.must('landscapes.delete', at)).toEqual({});
    expect(await counts()).toEqual(before);
    for (const id of ['landscapes.get', 'landscapes.delete', 'versions.list', 'landscapes.logs.list']) {
      expect((await api.perform(id, at)).status).toBe(404);
    }
    const polled = { ...at, diagramId: diagram.id, diagramExportImageId: image.id };
    expect((await api.perform('diagrams.export.get', polled)).status).toBe(404);
    const members = await api.must('organizations.users.list');
    expect(members[member ?? ''].landscapePermissions).toEqual({ [api.sandbox.landscapeId]: true });
    const query = `?filter[actionId]=${landscapeId}&filter[actionType]=landscape-delete`;
    const logs = await api.must('organizations.logs.list', {}, undefined, query);
    expect(logs).toMatchObject([{ parentId: null, action: { context: { name: 'Short' } } }]);
  });

  it('requires an admin', async () => {
    const key = await api.keyWith('write');
    expect((await api.perform('landscapes.delete', {}, { key })).status).toBe(403);
    expect((await api.perform('landscapes.get')).status).toBe(200);
  });
});

describe('searching', () => {
  const search = async (query: string) =>
    (await api.perform('landscapes.search', {}, { query: `?${query}` })).body;

  it('ranks names before captions before descriptions, ignoring case', async () => {
    const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
    const make = (fields: object) =>
      api.must('model.objects.create', {}, { type: 'system', parentId: root.id, ...fields });
    await make({ name: 'D', description: 'Talks to the zeppelin.' });
    await make({ name: 'C', caption: 'A zeppelin mast' });
    await make({ name: 'The Zéppelin' });
    await make({ name: 'Zeppelin' });
    await make({ name: 'Zeppelin Mast' });
    const { results } = await search('search=ZEPPELIN');
    expect(results.map((it: { name: string }) => it.name)).toEqual([
      'Zeppelin',
      'Zeppelin Mast',
      'The Zéppelin',
      'C',
      'D',
    ]);
    expect((await search('search=zeppelin mast')).results.map((it: { name: string }) => it.name)).toEqual([
      'Zeppelin Mast',
      'C',
    ]);
    expect((await search('search=zeppelin&maxResults=2')).results).toHaveLength(2);
  });

  it('is limited to its types and version', async () => {
    const types = async (query: string): Promise<string[]> =>
      (await search(query)).results.map((it: { type: string }) => it.type);
    expect(new Set(await types('search=booking&filter[type]=app'))).toEqual(new Set(['app']));
    const two = await types('search=booking&filter[type][]=flow&filter[type][]=connection');
    expect(two.every((it) => ['flow', 'connection'].includes(it))).toBe(true);
    expect(await types('search=nothing like it')).toEqual([]);
    const versions = await api.must('versions.list');
    const [live, then] = [true, false].map((isLive) =>
      versions.find((it: { tags: string[] }) => it.tags.includes('latest') === isLive),
    );
    for (const { id: versionId } of [live, then]) {
      const { body } = await api.perform(
        'landscapes.search',
        { versionId },
        { query: '?search=a&includeData=true' },
      );
      expect(body.results.length).toBeGreaterThan(5);
      for (const { data } of body.results) expect(data).toMatchObject({ versionId });
    }
  });

  it('rejects invalid queries', async () => {
    for (const query of [
      'search=',
      '',
      'search=a&filter[type]=boat',
      'search=a&maxResults=0',
      'search=a&maxResults=1.5',
    ]) {
      expect((await api.perform('landscapes.search', {}, { query: `?${query}` })).status).toBe(422);
    }
  });
});

describe('the thumbnail of a landscape', () => {
  it('is that of a pinned diagram, otherwise of a top-level one; none without diagrams', async () => {
    const thumbnail = await api.must('landscapes.thumbnails.primary');
    const [pinned] = await api.must('diagrams.list', {}, undefined, '?filter[pinned]=true');
    expect(thumbnail).toMatchObject({ id: pinned.id, type: 'context-diagram' });
    const { id: landscapeId } = await create();
    expect((await api.perform('landscapes.thumbnails.primary', { landscapeId })).status).toBe(404);
    expect((await api.perform('landscapes.thumbnails.signedUrl', { landscapeId })).status).toBe(404);
  });

  it('needs no key, only its own token', async () => {
    const { url } = await api.must('landscapes.thumbnails.primary');
    const path = new URL(url).pathname;
    const fetched = await api.sandbox.fetch(new Request(url));
    expect(fetched.headers.get('content-type')).toBe('image/png');
    const wrong = await api.send('GET', path.replace(/.\.png$/, 'x.png'), { key: null });
    expect(wrong.status).toBe(404);
    const [flow] = await api.must('flows.list');
    const other = path.replace(/thumbnails\/[^/]+/, `thumbnails/${flow.id}`);
    expect((await api.send('GET', other, { key: null })).status).toBe(404);
  });
});
