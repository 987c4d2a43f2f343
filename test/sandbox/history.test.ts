import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;

beforeEach(async () => {
  api = await openSandboxApi();
});
afterEach(() => api.sandbox.close());

interface Log {
  id: string;
  parentId: string | null;
  action: { id: string; type: string; props?: unknown; context?: Record<string, unknown> };
  actionIds: string[];
  performedAt: string;
}

const logs = (query = ''): Promise<Log[]> => api.must('landscapes.logs.list', {}, undefined, query);
const group = { name: 'G', icon: 'bug', index: 0 };
const snapshots = async () =>
  (await api.must('versions.list')).filter((it: { tags: string[] }) => !it.tags.includes('latest'));

/** Everything in a version, by family. */
async function contents(landscapeId: string, versionId = 'latest') {
  const all: Record<string, Record<string, unknown>[]> = {};
  for (const { shape } of FAMILIES)
    all[shape.plural] = await api.must(`${shape.id}.list`, { landscapeId, versionId });
  const diagrams = (all.diagrams ?? []) as { id: string }[];
  all.contents = await Promise.all(
    diagrams.map((it) => api.must('diagrams.content.get', { landscapeId, versionId, diagramId: it.id })),
  );
  return all;
}

/** All texts that are ids of the landscape: 20 characters, as keys or values. */
function idsIn(value: unknown): Set<string> {
  return new Set(JSON.stringify(value).match(/(?<=")[A-Za-z0-9]{20}(?=")/g) ?? []);
}

describe('duplicating a landscape', () => {
  it('copies everything, keeps handles, and uses no id of the source', async () => {
    const before = await contents(api.sandbox.landscapeId);
    const landscape = await api.must(
      'organizations.landscapes.duplicate',
      {},
      { name: 'Copy', scheduledVersions: false },
    );
    expect(landscape).toMatchObject({ name: 'Copy', scheduledVersions: false });
    const copy = await contents(landscape.id);
    for (const [name, docs] of Object.entries(before)) {
      expect([name, copy[name]?.map((it) => it.name)]).toEqual([name, docs.map((it) => it.name)]);
    }
    const shared = new Set<string>();
    const organizationWide = [
      'catalog.technologies.list',
      'landscapeTemplates.list',
      'organizations.get',
      'organizations.users.list',
    ];
    for (const id of organizationWide) for (const it of idsIn(await api.must(id))) shared.add(it);
    const handles = new Set(Object.values(before).flatMap((docs) => docs.map((it) => String(it.handleId))));
    for (const [name, docs] of Object.entries(before)) {
      expect([name, copy[name]?.map((it) => it.handleId)]).toEqual([name, docs.map((it) => it.handleId)]);
    }
    const teams = new Set((before.modelObjects ?? []).flatMap((it) => it.teamIds as string[]));
    const own = idsIn(before);
    const kept = [...idsIn(copy)].filter(
      (id) => own.has(id) && !shared.has(id) && !teams.has(id) && !handles.has(id),
    );
    expect(kept).toEqual([]);
    expect(await contents(api.sandbox.landscapeId)).toEqual(before);
  });

  it('creates a working landscape', async () => {
    const { id: landscapeId } = await api.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const [flow] = await api.must('flows.list', { landscapeId });
    const diagram = await api.must('diagrams.get', { landscapeId, diagramId: flow.diagramId });
    expect(diagram.objectCount.box).toBeGreaterThan(0);
    const [drawn] = await api.must('model.objects.list', { landscapeId }, undefined, '?filter[type]=app');
    expect(drawn.parentIds).toHaveLength(2);
    const versions = await api.must('versions.list', { landscapeId });
    expect(versions.map((it: { tags: string[] }) => it.tags)).toEqual([['latest']]);
    await api.must('model.objects.update', { landscapeId, modelObjectId: drawn.id }, { name: 'Mine' });
  });

  it('is one log entry with a child for each record', async () => {
    const count = async () =>
      Object.values((await api.send('GET', '/sandbox/state')).body.records as Record<string, number>).reduce(
        (a, b) => a + b,
      );
    const before = await count();
    const landscape = await api.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const [log] = await logs('?filter[actionType]=landscape-duplicate');
    expect(log).toMatchObject({
      parentId: null,
      action: { id: api.sandbox.landscapeId, props: {}, context: { name: 'Ferry Platform' } },
    });
    expect(log?.actionIds).toContain(landscape.id);
    const children = await api.must('landscapes.logs.listChildren', { actionLogId: log?.id ?? '' });
    const types = new Set(children.map((it: Log) => it.action.type));
    expect(types).toEqual(
      new Set([
        'landscape-create',
        'version-create',
        'comment-create',
        'domain-create',
        'tag-group-create',
        'tag-create',
        'model-object-create',
        'model-connection-create',
        'diagram-group-create',
        'diagram-create',
        'diagram-content-create',
        'flow-create',
        'draft-create',
      ]),
    );
    const drafted = (await api.send('GET', '/sandbox/state')).body.records.draftTask / 2;
    // Decisions are not logged either.
    const decisions = await api.must('adrs.list', { landscapeId: landscape.id });
    expect(decisions).toHaveLength(3);
    expect(children).toHaveLength((await count()) - before - drafted - decisions.length);
    expect(
      children.every(
        (it: Log & { landscapeId: string }) => it.parentId === log?.id && it.landscapeId === landscape.id,
      ),
    ).toBe(true);
  });
});

describe('reverting to a version', () => {
  const revert = async (versionId: string) =>
    api.must('versionReverts.create', {}, { versionId, notes: 'Back to how it was.' });
  /** Content of a version without its own ids, times and derived fields. */
  const contentOf = async (versionId: string) => {
    const { modelObjects, modelConnections, diagrams, flows, tags } = await contents(
      api.sandbox.landscapeId,
      versionId,
    );
    const text = (docs: Record<string, unknown>[] | undefined, ...fields: string[]) =>
      (docs ?? [])
        .map((it) => JSON.stringify(['handleId', 'name', ...fields].map((field) => it[field])))
        .sort();
    return {
      objects: text(modelObjects, 'status', 'type', 'description'),
      connections: text(modelConnections, 'status', 'direction'),
      diagrams: text(diagrams, 'type', 'objectCount', 'connectionCount'),
      flows: text(flows, 'pinned'),
      tags: text(tags, 'color'),
    };
  };

  it('gives the live version the content of the snapshot', async () => {
    const [first] = await snapshots();
    const wanted = await contentOf(first.id);
    expect(await contentOf('latest')).not.toEqual(wanted);
    const result = await revert(first.id);
    expect(result).toMatchObject({ versionId: first.id, notes: 'Back to how it was.' });
    expect(result.diagramHandleIds.length).toBeGreaterThan(0);
    expect(await contentOf('latest')).toEqual(wanted);
    expect(await api.must('versions.reverts.get', { versionRevertId: result.id })).toEqual(result);
  });

  it('keeps the ids of existing records, and does not change equal ones', async () => {
    const [first] = await snapshots();
    const before = await api.must('model.objects.list');
    await revert(first.id);
    const [log] = await logs('?filter[actionType]=version-revert-create');
    const children: Log[] = await api.must('landscapes.logs.listChildren', { actionLogId: log?.id ?? '' });
    expect(children.length).toBeGreaterThan(0);
    const after = await api.must('model.objects.list');
    const ids = new Set(before.map((it: { id: string }) => it.id));
    expect(after.every((it: { id: string }) => ids.has(it.id))).toBe(true);
    expect(after.filter((it: { commit: number }) => it.commit > 2).length).toBeLessThan(after.length / 2);
    await revert(first.id);
    const [second] = await logs('?filter[actionType]=version-revert-create');
    const kept: Log[] = await api.must('landscapes.logs.listChildren', { actionLogId: second?.id ?? '' });
    // The previous state is kept as well.
    expect(kept.map((it) => it.action.type)).toEqual(['version-create']);
  });

  it('restores deleted records under their handles', async () => {
    const [first] = await snapshots();
    const [object] = await api.must(
      'model.objects.list',
      { versionId: first.id },
      undefined,
      '?filter[type]=actor',
    );
    const [live] = await api.must(
      'model.objects.list',
      {},
      undefined,
      `?filter[handleId]=${object.handleId}`,
    );
    await api.must('model.objects.delete', { modelObjectId: live.id });
    const wanted = await contentOf(first.id);
    await revert(first.id);
    expect(await contentOf('latest')).toEqual(wanted);
    const [again] = await api.must(
      'model.objects.list',
      {},
      undefined,
      `?filter[handleId]=${object.handleId}`,
    );
    expect(again).toMatchObject({ name: object.name, commit: 1 });
  });

  it('requires a snapshot of the landscape and notes', async () => {
    const live = (await api.must('versions.list')).find((it: { tags: string[] }) =>
      it.tags.includes('latest'),
    );
    const errors = async (body: object) =>
      (await api.perform('versionReverts.create', {}, { body })).body.errors;
    expect(await errors({ versionId: 'nope', notes: 'long enough' })).toEqual([
      'versionId: there is no version nope',
    ]);
    expect(await errors({ versionId: live.id, notes: 'long enough' })).toEqual([
      'versionId: is the live version itself',
    ]);
    expect(await errors({ versionId: 'nope', notes: 'short' })).toEqual([
      'notes: must have at least 10 characters',
    ]);
  });
});

describe('logs', () => {
  it('have an entry for every write, in both logs', async () => {
    const made = await api.must('tags.groups.create', {}, group);
    const at = { tagGroupId: made.id };
    await api.must('tags.groups.update', at, { name: 'H' });
    await api.must('tags.groups.delete', at);
    const found = await logs(`?filter[actionId]=${made.id}`);
    expect(found.map((it) => it.action.type)).toEqual([
      'tag-group-delete',
      'tag-group-update',
      'tag-group-create',
    ]);
    const [deleted, , created] = found;
    expect(created).toMatchObject({
      action: { props: group },
      importance: 'medium',
      performedBy: 'api-key',
      performedById: api.sandbox.adminKey.id,
    });
    expect(created?.action).not.toHaveProperty('context');
    expect(deleted).toMatchObject({
      importance: 'high',
      actionIds: [made.id],
      action: { context: { name: 'H' } },
    });
    expect(deleted?.action).not.toHaveProperty('props');
    const organization = await api.must(
      'organizations.logs.list',
      {},
      undefined,
      `?filter[actionId]=${made.id}`,
    );
    expect(organization.map((it: Log) => it.id)).toEqual(found.map((it) => it.id));
    expect(organization[0]).not.toHaveProperty('importance');
    expect(await api.must('landscapes.logs.get', { actionLogId: created?.id ?? '' })).toEqual(created);
  });

  it('show causes', async () => {
    const [system] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    await api.must('model.objects.delete', { modelObjectId: system.id });
    const [root] = await logs(`?filter[actionId]=${system.id}&filter[actionType]=model-object-delete`);
    expect(root?.parentId).toBeNull();
    const children: Log[] = await api.must('landscapes.logs.listChildren', { actionLogId: root?.id ?? '' });
    expect(children.length).toBeGreaterThan(3);
    expect(new Set(children.map((it) => it.parentId))).toEqual(new Set([root?.id]));
    const asc: Log[] = await api.must(
      'landscapes.logs.listChildren',
      { actionLogId: root?.id ?? '' },
      undefined,
      '?filter[order]=asc&filter[limit]=2',
    );
    expect(asc.map((it) => it.id)).toEqual(
      children
        .reverse()
        .slice(0, 2)
        .map((it) => it.id),
    );
  });

  it('find entries about an object', async () => {
    const [{ id }] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    const connection = await api.must(
      'model.connections.create',
      {},
      { name: 'c', originId: id, targetId: id, direction: null },
    );
    const types = async (more: string) =>
      (await logs(`?filter[actionId]=${id}${more}`)).map((it) => it.action.id);
    expect(await types('')).not.toContain(connection.id);
    expect(await types('&filter[includeActionsInContext]=true')).toContain(connection.id);
  });

  it('filter by type, actor, and time', async () => {
    const all = await logs();
    const [newest] = all;
    const oldest = all.at(-1);
    expect(all.map((it) => it.performedAt)).toEqual([...all.map((it) => it.performedAt)].sort().reverse());
    const created = await logs('?filter[actionType]=tag-create&filter[actionType]=tag-group-create');
    const not = await logs('?filter[actionType][$not]=tag-create&filter[actionType][$not]=tag-group-create');
    expect(created.length).toBeGreaterThan(0);
    expect(created.length + not.length).toBe(all.length);
    expect(await logs('?filter[performedBy]=notification-key')).toEqual([]);
    const third = all[2];
    const ids = async (query: string) => (await logs(`?${query}`)).map((it) => it.id);
    expect(await ids(`filter[startAfterId]=${third?.id}&filter[limit]=1`)).toEqual([all[3]?.id]);
    expect(await ids(`filter[startAtId]=${third?.id}&filter[limit]=1`)).toEqual([third?.id]);
    expect(await ids(`filter[endBeforeId]=${third?.id}`)).toEqual(all.slice(0, 2).map((it) => it.id));
    expect(await ids(`filter[endAtId]=${third?.id}`)).toEqual(all.slice(0, 3).map((it) => it.id));
    expect(await ids(`filter[order]=asc&filter[startAfterId]=${newest?.id}`)).toEqual([]);
    expect(await ids(`filter[order]=asc&filter[limit]=1`)).toEqual([oldest?.id]);
    expect(await ids(`filter[startAfterDate]=${newest?.performedAt}`)).toEqual([]);
    expect(await ids(`filter[endAtDate]=${oldest?.performedAt}`)).toContain(oldest?.id);
    const wrong = await api.perform(
      'landscapes.logs.list',
      {},
      { query: '?filter[startAtId]=nope&filter[startAtDate]=2026-01-01' },
    );
    expect(wrong.body.errors).toEqual(['filter.startAtId: the log nope does not exist']);
  });

  it('continue at a cursor, which new entries do not shift', async () => {
    const all = await logs();
    const first = await api.perform('landscapes.logs.list', {}, { query: '?filter[limit]=5' });
    await api.must('tags.groups.create', {}, group);
    const next = await api.perform(
      'landscapes.logs.list',
      {},
      { query: `?filter[limit]=5&cursor=${first.body.nextCursor}` },
    );
    const seen = [...first.body.actionLogs, ...next.body.actionLogs].map((it: Log) => it.id);
    expect(seen).toEqual(all.slice(0, 10).map((it) => it.id));
    const last = await api.perform('landscapes.logs.list', {}, { query: '?filter[limit]=10000' });
    expect(last.body).not.toHaveProperty('nextCursor');
  });

  it('of another landscape return 404', async () => {
    const keys = await api.must(
      'organizations.logs.list',
      {},
      undefined,
      '?filter[actionType]=api-key-create',
    );
    await api.keyWith('read');
    const [log] = await api.must(
      'organizations.logs.list',
      {},
      undefined,
      '?filter[actionType]=api-key-create',
    );
    expect(keys.length).toBeGreaterThanOrEqual(0);
    expect(log).not.toHaveProperty('landscapeId');
    expect((await api.perform('landscapes.logs.get', { actionLogId: log.id })).status).toBe(404);
    expect((await api.perform('landscapes.logs.listChildren', { actionLogId: log.id })).status).toBe(404);
  });
});
