import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../support/property-runs.js';
import { eventually, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());

const poll = (id: string, of: SandboxApi = api) =>
  of.must('landscapes.import.get', { landscapeImportId: id });
const finish = (id: string, of: SandboxApi = api) =>
  eventually(
    () => poll(id, of),
    ({ status }) => status !== 'in-progress',
  );
/** Imports a document and waits for the result. */
async function imported(document: object, query = '', of: SandboxApi = api) {
  const begun = await of.must('landscapes.import.create', {}, document, query);
  expect(begun).toMatchObject({ status: 'in-progress', createdBy: 'api-key' });
  expect(begun).not.toHaveProperty('errors');
  return finish(begun.id, of);
}
const byLabel = (namespace: string, original: string) =>
  `?filter[labels][import-namespace]=${namespace}&filter[labels][import-original-id]=${original}`;
const objects = (namespace: string, original: string) =>
  api.must('model.objects.list', {}, undefined, byLabel(namespace, original));
const connections = (namespace: string, original: string) =>
  api.must('model.connections.list', {}, undefined, byLabel(namespace, original));

const document = (namespace: string, more: object = {}) => ({
  namespace,
  tagGroups: [{ id: 'risk', name: 'Risk', icon: 'bug' }],
  tags: [{ id: 'high', name: 'High', color: 'red', groupId: 'risk' }],
  modelObjects: [
    { id: 'api', name: 'API', type: 'app', parentId: 'shop', tagIds: ['high'], groupIds: ['cloud'] },
    { id: 'shop', name: 'Shop', type: 'system', parentId: 'sales', caption: 'Sells' },
    { id: 'sales', name: 'Sales', type: 'domain' },
    { id: 'cloud', name: 'Cloud', type: 'group', parentId: 'sales' },
    { id: 'buyer', name: 'Buyer', type: 'actor', parentId: 'sales' },
  ],
  modelConnections: [
    {
      id: 'buys',
      name: 'Buys',
      direction: 'outgoing',
      originId: 'buyer',
      targetId: 'shop',
      tagIds: ['high'],
    },
  ],
  ...more,
});

describe('an import', () => {
  it('creates the content of its document in any order, and labels it', async () => {
    const done = await imported(document('made'));
    expect(done).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
    const [root] = await objects('made', 'sales');
    const [shop] = await objects('made', 'shop');
    const [web] = await objects('made', 'api');
    const [cloud] = await objects('made', 'cloud');
    expect(root).toMatchObject({ type: 'root', name: 'Sales', id: root.domainId });
    expect(await api.must('domains.get', { domainId: root.id })).toMatchObject({ name: 'Sales' });
    expect(shop).toMatchObject({
      parentId: root.id,
      caption: 'Sells',
      labels: { imported: 'true', 'import-namespace': 'made', 'import-original-id': 'shop' },
    });
    expect(web).toMatchObject({ parentId: shop.id, groupIds: [cloud.id] });
    const [buys] = await connections('made', 'buys');
    const [buyer] = await objects('made', 'buyer');
    expect(buys).toMatchObject({ originId: buyer.id, targetId: shop.id, tagIds: web.tagIds });
    expect(await api.must('tags.get', { tagId: web.tagIds[0] })).toMatchObject({
      name: 'High',
      color: 'red',
    });
  });

  it('is logged, change by change', async () => {
    await imported(document('logged'));
    const [shop] = await objects('logged', 'shop');
    const [log] = await api.must(
      'landscapes.logs.list',
      {},
      undefined,
      '?filter[actionType]=landscape-import&filter[limit]=1',
    );
    expect(log).toMatchObject({
      parentId: null,
      action: {
        id: api.sandbox.landscapeId,
        props: {
          modelObjectCount: 5,
          modelObjectTypeCount: { domain: 1, actor: 1, app: 1, group: 1, system: 1 },
          modelConnectionCount: 1,
          tagCount: 1,
          tagGroupCount: 1,
        },
        context: { landscapeName: 'Ferry Platform', versionName: 'Current' },
      },
    });
    const logs = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${shop.id}`);
    expect(logs).toContainEqual(
      expect.objectContaining({
        parentId: log.id,
        action: expect.objectContaining({ type: 'model-object-create', id: shop.id }),
      }),
    );
  });

  it('of the same ids updates records: omitted fields stay, except the icon', async () => {
    const [technology] = (await api.must('catalog.technologies.list')).filter(
      (it: { iconUrlLight?: string; iconUrl?: string }) => it.iconUrlLight ?? it.iconUrl,
    );
    const shop = {
      id: 'shop',
      name: 'Shop',
      type: 'system',
      parentId: 'sales',
      caption: 'Sells',
      description: 'Long',
      icon: { technologyId: technology.id },
      technologyIds: [technology.id],
    };
    const sales = { id: 'sales', name: 'Sales', type: 'domain' };
    await imported({ namespace: 'twice', modelObjects: [sales, shop] });
    const [before] = await objects('twice', 'shop');
    expect(before.icon).toMatchObject({ catalogTechnologyId: technology.id, name: technology.name });
    const again = { id: 'shop', name: 'Shop 2', type: 'system', parentId: 'sales' };
    await imported({ namespace: 'twice', modelObjects: [{ ...sales, name: 'Sales 2' }, again] });
    const [after, ...others] = await objects('twice', 'shop');
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      id: before.id,
      name: 'Shop 2',
      caption: 'Sells',
      description: 'Long',
      technologyIds: [technology.id],
      icon: null,
    });
    expect(await objects('twice', 'sales')).toMatchObject([{ name: 'Sales 2', id: after.parentId }]);
  });

  it('reports each rejected entry, and accepts the others', async () => {
    const { id: _, ...nameless } = { id: 'x', name: 'Nowhere', type: 'app', parentId: 'gone' };
    const done = await imported({
      namespace: 'partly',
      modelObjects: [
        { id: 'sales', name: 'Sales', type: 'domain' },
        { id: 'shop', name: 'Shop', type: 'system', parentId: 'sales' },
        { id: 'twin', name: 'Twin', type: 'actor', parentId: 'shop' },
        { ...nameless, id: 'lost' },
        { id: 'odd', name: 'Odd', type: 'component', parentId: 'shop' },
        { id: 'free', name: 'Free', type: 'system' },
        { id: 'iconic', name: 'Iconic', type: 'system', parentId: 'sales', icon: { technologyId: 'none' } },
      ],
      modelConnections: [
        { id: 'line', name: 'Line', direction: 'outgoing', originId: 'twin', targetId: 'shop' },
      ],
    });
    expect(done).not.toHaveProperty('completedAt');
    expect(done.status).toBe('error');
    const codes = Object.fromEntries(
      done.errors.map((it: { entityOriginalId: string; code: string }) => [it.entityOriginalId, it.code]),
    );
    expect(codes).toEqual({
      twin: 'import/parent-type',
      lost: 'import/parent-not-found',
      odd: 'import/parent-type',
      free: 'import/parent-required',
      iconic: 'validation',
      line: 'import/reference-not-found',
    });
    expect(done.errors[0]).toMatchObject({ entityType: 'model-object', message: expect.stringMatching(/./) });
    expect(await objects('partly', 'shop')).toHaveLength(1);
    expect(await objects('partly', 'twin')).toEqual([]);
  });

  it('rejects a group within a group of the same import, with its content, until the outer one exists', async () => {
    const nested = {
      namespace: 'nested',
      modelObjects: [
        { id: 'd', name: 'D', type: 'domain' },
        { id: 'outer', name: 'Outer', type: 'group', parentId: 'd' },
        { id: 'inner', name: 'Inner', type: 'group', parentId: 'outer' },
        { id: 'member', name: 'Member', type: 'system', parentId: 'd', groupIds: ['inner', 'outer'] },
        { id: 'part', name: 'Part', type: 'app', parentId: 'member' },
      ],
    };
    const first = await imported(nested);
    expect(first.errors.map((it: { entityOriginalId: string }) => it.entityOriginalId)).toEqual([
      'inner',
      'member',
      'part',
    ]);
    expect(first.errors[0].message).toContain('Parent outer not found');
    expect(await imported(nested)).toMatchObject({ status: 'completed' });
    const [[inner], [outer], [member]] = await Promise.all(
      ['inner', 'outer', 'member'].map((id) => objects('nested', id)),
    );
    expect(inner.parentId).toBe(outer.id);
    expect(member.groupIds).toEqual([inner.id, outer.id]);
  });

  it('resolves parents only in its document', async () => {
    const [system] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    const done = await imported({
      namespace: 'live',
      modelObjects: [{ id: 'a', name: 'A', type: 'app', parentId: system.id }],
    });
    expect(done.errors).toMatchObject([{ entityOriginalId: 'a', code: 'import/parent-not-found' }]);
  });

  it('prunes missing records of its namespace, and no others', async () => {
    await imported(document('pruned'));
    await imported(document('other'));
    const [{ id: apiId }] = await objects('pruned', 'api');
    const { modelObjects } = document('pruned');
    const left = modelObjects.filter(({ id }) => id !== 'shop' && id !== 'api');
    const rest = { ...document('pruned'), modelObjects: left, modelConnections: [] };
    expect(await imported(rest)).toMatchObject({ status: 'completed' });
    expect(await objects('pruned', 'api')).toHaveLength(1);
    expect(await imported(rest, '?prune=true')).toMatchObject({ status: 'completed', prune: true });
    expect((await api.perform('model.objects.get', { modelObjectId: apiId })).status).toBe(404);
    expect(await connections('pruned', 'buys')).toEqual([]);
    expect(await objects('pruned', 'buyer')).toHaveLength(1);
    expect(await objects('other', 'api')).toHaveLength(1);
    const { length } = await api.must('model.objects.list');
    expect(length).toBeGreaterThan(10);
    await imported({ namespace: 'pruned' }, '?prune=true');
    expect(await objects('pruned', 'sales')).toEqual([]);
    expect(await api.must('model.objects.list')).toHaveLength(length - 3);
  });

  it('is rolled back after one rejected entry on request', async () => {
    await api.send('PUT', '/sandbox/imports', { body: { allOrNothing: true } });
    const logs = await api.must('landscapes.logs.list', {}, undefined, '?filter[limit]=1');
    const bad = { id: 'bad', name: 'Bad', type: 'app', parentId: 'nowhere' };
    const { modelObjects } = document('undone');
    const done = await imported(document('undone', { modelObjects: [...modelObjects, bad] }));
    expect(done).toMatchObject({ status: 'error', errors: [{ entityOriginalId: 'bad' }] });
    expect(await objects('undone', 'shop')).toEqual([]);
    expect(await api.must('landscapes.logs.list', {}, undefined, '?filter[limit]=1')).toEqual(logs);
    expect((await api.send('GET', '/sandbox/state')).body.imports).toEqual({ allOrNothing: true });
    await api.send('PUT', '/sandbox/imports', { body: { allOrNothing: false } });
  });

  it('requires an admin, the live version, and known fields', async () => {
    const body = document('refused');
    const key = await api.keyWith('write');
    expect((await api.perform('landscapes.import.create', {}, { key, body })).status).toBe(403);
    const versions = await api.must('versions.list');
    const snapshot = versions.find(({ tags }: { tags: string[] }) => !tags.includes('latest'));
    const into = await api.perform('landscapes.import.create', { versionId: snapshot.id }, { body });
    expect(into.status).toBe(422);
    const wrong = { ...body, modelObjects: [{ id: 'a', name: 'A', type: 'app', colour: 'red' }], more: [] };
    const { status, body: answer } = await api.perform('landscapes.import.create', {}, { body: wrong });
    expect({ status, errors: answer.errors }).toEqual({
      status: 422,
      errors: ['modelObjects[0].colour: is not a valid field', 'more: is not a valid field'],
    });
    expect((await api.perform('landscapes.import.get', { landscapeImportId: 'nope' })).status).toBe(404);
  });

  it('expires', async () => {
    const done = await imported(document('brief'));
    api.setNow(done.deleteAt);
    expect((await api.perform('landscapes.import.get', { landscapeImportId: done.id })).status).toBe(404);
    api.setNow(null);
  });

  it('counts as an import, and is rejected over the limit of the plan', async () => {
    const small = await openSandboxApi({ plan: 'growth' });
    const body = { namespace: 'n' };
    for (let count = 0; count < 5; count += 1) await small.must('landscapes.import.create', {}, body);
    const { status, body: answer } = await small.perform('landscapes.import.create', {}, { body });
    expect({ status, code: answer.code }).toEqual({ status: 429, code: 'quota/import' });
    await small.sandbox.close();
  });

  it('sends webhooks for created records', async () => {
    const bodies: { collection: string; operation: string; after: { name: string } }[] = [];
    const heard = await openSandboxApi({
      sendWebhook: async ({ body }) => {
        bodies.push(JSON.parse(String(body)));
        return { status: 200 };
      },
    });
    const hook = { name: 'all', url: 'https://hooks.test/' };
    await heard.send('POST', '/sandbox/webhooks', { body: hook });
    await imported(document('heard'), '', heard);
    await eventually(
      () => heard.send('GET', '/sandbox/state'),
      ({ body }) => body.webhooks.pending === 0,
    );
    expect(bodies.map((it) => `${it.collection} ${it.operation} ${it.after.name}`).sort()).toEqual([
      'model-connection created Buys',
      'model-object created API',
      'model-object created Buyer',
      'model-object created Cloud',
      'model-object created Sales',
      'model-object created Shop',
      'tag created High',
      'tag-group created Risk',
    ]);
    await heard.sandbox.close();
  });

  it('continues at the next start if the sandbox stopped before its end', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'archctl-import-'));
    const first = await openSandboxApi({ dataDir, schedule: () => () => {} });
    const { id } = await first.must('landscapes.import.create', {}, document('resumed'));
    expect((await poll(id, first)).status).toBe('in-progress');
    await first.sandbox.close();
    const second = await openSandboxApi({ dataDir });
    expect(await finish(id, second)).toMatchObject({ status: 'completed' });
    await second.sandbox.close();
    rmSync(dataDir, { recursive: true });
  });
});

/** Generator of valid import documents: systems, apps and actors in domains, with connections. */
const documents = fc
  .record({
    domains: fc.integer({ min: 1, max: 3 }),
    objects: fc.array(
      fc.record({
        type: fc.constantFrom('system', 'actor', 'app', 'component', 'store'),
        caption: fc.option(fc.string(), { nil: undefined }),
        pick: fc.nat(),
      }),
      { maxLength: 12 },
    ),
    lines: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }),
  })
  .map(({ domains, objects: wanted, lines }) => {
    const made: {
      id: string;
      name: string;
      type: string;
      parentId?: string;
      caption?: string | undefined;
    }[] = Array.from({ length: domains }, (_, at) => ({
      id: `d${at}`,
      name: `Domain ${at}`,
      type: 'domain',
    }));
    const parents: Record<string, string[]> = {
      system: ['domain'],
      actor: ['domain'],
      app: ['system'],
      store: ['system'],
      component: ['app', 'store'],
    };
    for (const [at, { type, caption, pick }] of wanted.entries()) {
      const fitting = made.filter((it) => parents[type]?.includes(it.type));
      const parent = fitting[pick % Math.max(1, fitting.length)];
      if (parent) made.push({ id: `o${at}`, name: `Object ${at}`, type, parentId: parent.id, caption });
    }
    const ends = made.filter(({ type }) => type !== 'domain');
    const modelConnections =
      ends.length === 0
        ? []
        : lines.map(([from, to], at) => ({
            id: `c${at}`,
            name: `Line ${at}`,
            direction: 'outgoing',
            originId: ends[from % ends.length]?.id,
            targetId: ends[to % ends.length]?.id,
          }));
    return { modelObjects: made.reverse(), modelConnections };
  });

describe('an export after an import', () => {
  it('has the same entries, with the same parents and ends', async () => {
    let count = 0;
    const empty = await openSandboxApi();
    await fc.assert(
      fc.asyncProperty(documents, async (made) => {
        count += 1;
        const namespace = `p${count}`;
        const done = await imported({ namespace, ...made }, '', empty);
        expect(done).toMatchObject({ status: 'completed' });
        const found = await empty.must('versions.export.json');
        const labels = `?filter[labels][import-namespace]=${namespace}`;
        const ids = new Map<string, string>();
        for (const kind of ['model.objects.list', 'model.connections.list'] as const) {
          for (const it of await empty.must(kind, {}, undefined, labels)) {
            ids.set(it.labels['import-original-id'], it.id);
          }
        }
        expect(ids.size).toBe(made.modelObjects.length + made.modelConnections.length);
        for (const { id, name, caption, parentId } of made.modelObjects) {
          expect(found.modelObjects[ids.get(id) ?? '']).toMatchObject({
            name,
            caption: caption ?? '',
            parentId: parentId === undefined ? null : ids.get(parentId),
          });
        }
        for (const { id, originId = '', targetId = '' } of made.modelConnections) {
          expect(found.modelConnections[ids.get(id) ?? '']).toMatchObject({
            originId: ids.get(originId),
            targetId: ids.get(targetId),
          });
        }
      }),
      { numRuns: runs(25) },
    );
    await empty.sandbox.close();
  });
});
