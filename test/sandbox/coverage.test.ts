import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { OPERATIONS } from '../../src/contract/index.js';
import { HANDLERS } from '../../src/sandbox/resources/index.js';
import { eventually, openSandboxApi, operationOf, type SandboxApi } from './harness.js';
import { roundOfPeople } from './people-round.js';

let api: SandboxApi;
const done = new Set<string>();

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());

const must: SandboxApi['must'] = async (id, ...rest) => {
  const result = await api.must(id, ...rest);
  done.add(id);
  return result;
};

/** Minimal bodies of creates by family, in dependency order. */
function bodies(ids: Record<string, string>): Record<string, object> {
  return {
    domains: { name: 'Testing' },
    'tags.groups': { name: 'Phase', icon: 'rocket', index: 7 },
    tags: { name: 'Now', color: 'blue', groupId: ids['tags.groups'], index: 0 },
    'model.objects': { name: 'Tested', type: 'system', parentId: ids.root, tagIds: [ids.tags] },
    'model.connections': {
      name: 'talks to itself',
      originId: ids['model.objects'],
      targetId: ids['model.objects'],
      direction: null,
    },
    'diagrams.groups': { name: 'Group', modelId: ids['model.objects'] },
    diagrams: { name: 'Diagram', index: 1, modelId: ids['model.objects'], type: 'app-diagram' },
    flows: { name: 'Flow', diagramId: ids.diagrams },
    drafts: { name: 'Draft', status: 'in-progress' },
    comments: { body: { content: 'Why?', type: 'question', status: 'open' } },
    adrs: { name: 'Decision', status: 'draft' },
  };
}

describe('every operation of the contract', () => {
  it('has a handler', () => {
    const missing = OPERATIONS.filter(({ id }) => !HANDLERS.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('of the families succeeds', async () => {
    const ids: Record<string, string> = {};
    for (const name of Object.keys(bodies({}))) {
      const family = FAMILIES.find(({ shape }) => shape.id === name);
      if (!family) throw new Error(name);
      const { id, param, plural } = family.shape;
      const created = await must(`${id}.create`, {}, bodies(ids)[id]);
      ids[id] = created.id;
      if (id === 'domains') {
        const objects = await api.must(
          'model.objects.list',
          {},
          undefined,
          `?filter[domainId]=${created.id}`,
        );
        ids.root = objects[0].id;
      }
      const at = { [param]: created.id };
      expect(await must(`${id}.get`, at)).toMatchObject({ id: created.id, commit: 1, version: 1 });
      const listed = await must(`${id}.list`);
      expect(
        listed.map((it: { id: string }) => it.id),
        plural,
      ).toContain(created.id);
      const change =
        id === 'comments'
          ? { body: { content: 'Why not?', type: 'question', status: 'resolved' } }
          : { name: 'Renamed' };
      expect(await must(`${id}.update`, at, change)).toMatchObject({ ...change, commit: 2, version: 2 });
      if ('upsert' in family)
        expect(await must(`${id}.upsert`, at, bodies(ids)[id])).toMatchObject({ id: created.id, commit: 3 });
      if (!('exists' in family)) continue;
      expect((await api.perform(`${id}.exists`, at)).status).toBe(200);
      done.add(`${id}.exists`);
    }
    for (const { shape } of [...FAMILIES].reverse()) {
      const reply = await api.perform(`${shape.id}.delete`, { [shape.param]: ids[shape.id] ?? '' });
      // A cascade may have deleted it already.
      expect([200, 404]).toContain(reply.status);
    }
  });

  it('of the families deletes', async () => {
    for (const family of FAMILIES) {
      const { shape } = family;
      const root = (await api.must('model.objects.list', {}, undefined, '?filter[type]=root'))[0];
      const some = async (id: string) => (await api.must(`${id}.list`))[0].id;
      const ids = {
        root: root.id,
        'model.objects': (await api.must('model.objects.list', {}, undefined, '?filter[type]=system'))[0].id,
        'tags.groups': await some('tags.groups'),
        tags: await some('tags'),
        diagrams: await some('diagrams'),
      };
      const { id } = await api.must(`${shape.id}.create`, {}, bodies(ids)[shape.id]);
      const answer = await must(`${shape.id}.delete`, { [shape.param]: id });
      expect(answer).toEqual(shape.id === 'drafts' ? {} : expect.objectContaining({ commit: 2 }));
      expect((await api.perform(`${shape.id}.get`, { [shape.param]: id })).status).toBe(404);
      if ('exists' in family)
        expect((await api.perform(`${shape.id}.exists`, { [shape.param]: id })).status).toBe(404);
    }
  });

  it('outside the families succeeds', async () => {
    const apiKey = await must('organizations.apiKeys.create', {}, { name: 'CI', permission: 'read' });
    expect(
      await must('organizations.apiKeys.update', { apiKeyId: apiKey.id }, { name: 'CI 2' }),
    ).toMatchObject({ name: 'CI 2', permission: 'read' });
    const keys = await must('organizations.apiKeys.list');
    expect(keys).toContainEqual(expect.objectContaining({ id: apiKey.id, name: 'CI 2' }));
    expect(JSON.stringify(keys)).not.toContain('secret');
    await must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const versions = await must('versions.list');
    const snapshot = versions.find((it: { tags: string[] }) => !it.tags.includes('latest'));
    await must('versions.get', { versionId: snapshot.id });
    const revert = await must(
      'versionReverts.create',
      {},
      { versionId: snapshot.id, notes: 'Going back to it.' },
    );
    const back = { versionRevertId: revert.id };
    await must('versions.reverts.get', back);
    await must('versions.reverts.update', back, { notes: 'Went back to it.' });
    await must('versions.reverts.list');
    const [first] = await must('landscapeTemplates.list');
    const made = await must('organizations.landscapes.create', {}, { name: 'New', templateId: first.id });
    const inside = { landscapeId: made.id };
    await must('landscapes.update', inside, { name: 'Newer' });
    const body = { name: 'Frozen', notes: 'As it began.', modelHandleId: null };
    const frozen = { ...inside, versionId: (await must('versions.create', inside, body)).id };
    await must('versions.update', frozen, { name: 'Thawed' });
    await must('versions.delete', frozen);
    const [root] = await api.must('model.objects.list', inside);
    const drawn = { name: 'Drawn', index: 1, modelId: root.id, type: 'context-diagram' };
    await api.must('diagrams.create', inside, drawn);
    // One diagram only, because drawing takes time.
    await must('landscapes.export.pdf', inside, { filename: 'all.pdf' });
    await must('landscapes.copy', {}, undefined, `?targetLandscapeId=${made.id}`);
    await must('landscapes.delete', inside);
    await must('landscapes.search', {}, undefined, '?search=ferry');
    await must('landscapes.thumbnails.primary');
    await must('landscapes.thumbnails.signedUrl');
    const templates = await api.must('landscapeTemplates.list');
    await must('landscapeTemplates.thumbnails.primary', { landscapeTemplateId: templates[1].id });
    const diagrams: { id: string; connectionCount: number }[] = await api.must('diagrams.list');
    const [diagram] = diagrams.sort((a, b) => a.connectionCount - b.connectionCount);
    const at = { diagramId: diagram?.id ?? '' };
    await must('diagrams.content.get', at);
    const image = await must('diagrams.export.create', at, { maxWidth: 200 });
    await eventually(
      () => must('diagrams.export.get', { ...at, diagramExportImageId: image.id }),
      (it) => it.completedAt !== undefined || it.error !== null,
    );
    const [log] = await must('landscapes.logs.list');
    await must('landscapes.logs.get', { actionLogId: log.id });
    await must('landscapes.logs.listChildren', { actionLogId: log.id });
    await must('organizations.logs.list');
    const [technology] = await must('catalog.technologies.list');
    await must('catalog.technologies.get', { catalogTechnologyId: technology.id });
    const user = await must('user.login');
    expect(user.name).toBeTypeOf('string');
    const [draft] = await api.must('drafts.list', {}, undefined, '?filter[status]=in-progress');
    const task = {
      type: 'draft-comment-create',
      entityId: 'new',
      props: { body: { content: 'Hm', type: 'idea', status: 'active' } },
    };
    const draftTask = await must('drafts.tasks.create', { draftId: draft.id }, { task });
    expect(await must('drafts.tasks.get', { draftId: draft.id, draftTaskId: draftTask.id })).toEqual(
      draftTask,
    );
    expect(await must('drafts.merge', { draftId: draft.id })).toMatchObject({ status: 'merged' });
    const [flow] = await api.must('flows.list');
    await must('flows.getThumbnail', { flowId: flow.id });
    await must('organizations.users.update', { userId: user.id }, { permission: 'admin' });
    await must('organizations.users.list');
    await must('landscapeTemplates.list');
    await must('organizations.landscapes.list');
    await must('landscapes.get');
    await must('organizations.list');
    await must('organizations.get');
  });

  it('inside a version succeeds', async () => {
    const [comment] = await api.must('comments.list');
    const body = { commentId: comment.id };
    const { id: commentReplyId } = await must('comments.replies.create', body, { content: 'Hm' });
    const reply = { ...body, commentReplyId };
    await must('comments.replies.list', body);
    await must('comments.replies.get', reply);
    await must('comments.replies.update', reply, { content: 'Ah' });
    await must('comments.replies.upsert', reply, { content: 'Oh' });
    await must('comments.replies.delete', reply);
    const [diagram] = await api.must('diagrams.list', {}, undefined, '?filter[type]=context-diagram');
    const at = { diagramId: diagram.id };
    await must('diagrams.content.update', at, {});
    await must('diagrams.content.replace', at, {});
    await must('diagrams.content.generateDescription', at, { type: 'caption' });
    await must('diagrams.export.png', at, {});
    for (const id of ['diagrams.getThumbnail', 'diagrams.view', 'diagrams.action']) await must(id, at);
    for (const id of ['diagrams.listThumbnails', 'flows.listThumbnails']) await must(id);
    await must('model.objects.diagrams.entry', { modelObjectId: diagram.modelId });
    const [flow] = await api.must('flows.list');
    await must('flows.view', { flowId: flow.id });
    const draft = await api.must('drafts.create', {}, { name: 'Late', status: 'in-progress' });
    const task = { type: 'draft-diagram-delete', entityId: diagram.id };
    await must('drafts.tasks.upsert', { draftId: draft.id, draftTaskId: 'Planned' }, { task });
    for (const id of ['drafts.view', 'drafts.rebase']) await must(id, { draftId: draft.id });
  });

  it('of exports and imports succeeds', async () => {
    const started = await must('landscapes.export.create', {}, {}, '?type=llms');
    await must('landscapes.export.get', { landscapeExportId: started.id });
    await must('versions.export.json');
    const begun = await must('landscapes.import.create', {}, { namespace: 'covered' });
    await must('landscapes.import.get', { landscapeImportId: begun.id });
    await must('model.objects.export.csv');
    await must('model.connections.export.csv');
    await must('model.dependencies.list');
    const [connection] = await api.must('model.connections.list');
    const object = { modelObjectId: connection.originId };
    await must('model.objects.export.dependenciesJson', object);
    await must('model.objects.links.sync', object);
    const at = { modelConnectionId: connection.id };
    await must('model.connections.generateDescription', at, { type: 'caption' });
    const [flow] = await api.must('flows.list');
    for (const how of ['text', 'code', 'mermaid']) await must(`flows.export.${how}`, { flowId: flow.id });
  });
  it('on people, access and sharing succeeds', () => roundOfPeople(must));

  it('of logs, technologies and the catalog succeeds', async () => {
    const [log] = await must('organizations.logs.list');
    await must('organizations.logs.get', { organizationLogId: log.id });
    for (const scope of ['landscapes', 'organizations']) {
      await must(`${scope}.logs.stats.byType`);
      await must(`${scope}.logs.stats.byEntity`);
    }
    await must('landscapes.logs.stats.list');
    const body = { name: 'Quay Bus', color: 'blue', provider: null, type: null, restrictions: null };
    const made = await must('organizations.technologies.create', {}, body);
    const at = { catalogTechnologyId: made.id };
    expect(await must('organizations.technologies.list')).toContainEqual(made);
    expect(await must('organizations.technologies.get', at)).toEqual(made);
    await must('organizations.technologies.update', at, { status: 'approved' });
    expect(await must('organizations.technologies.delete', at)).toEqual({});
    await must('catalog.technologies.getBySlug', { catalogTechnologySlug: 'postgresql' });
    await must('catalog.technologies.select', {}, undefined, '?fields[]=name&search=postgres');
    const [news] = await must('catalog.newsArticles.list');
    await must('catalog.newsArticles.get', { catalogNewsArticleId: news.id });
    await must('catalog.newsArticles.getBySlug', { catalogNewsArticleSlug: news.defaultSlug });
    const query = `?url=${encodeURIComponent('https://www.postgresql.org/')}`;
    await must('catalog.suggestions.information', {}, undefined, query);
    await must('catalog.suggestions.brand', {}, undefined, query);
    await must('catalog.technologies.createSignedIconUrl');
  });

  it('was called in this test', () => {
    expect(OPERATIONS.map(({ id }) => id).filter((id) => !done.has(id))).toEqual([]);
  });

  it('works on its other paths', async () => {
    const duplicated = operationOf('organizations.landscapes.duplicate');
    expect(duplicated.otherPaths).toBeDefined();
    const { status, body } = await api.send('POST', `/v1/landscapes/${api.sandbox.landscapeId}/duplicate`, {
      body: { name: 'Again' },
    });
    expect(status).toBe(200);
    expect(body.landscape.name).toBe('Again');
  });
});
