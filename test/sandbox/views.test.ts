import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
beforeEach(async () => {
  api = await openSandboxApi();
});
afterEach(() => api.sandbox.close());

type Json = Record<string, unknown> & { id: string };
const first = async (id: string, query = ''): Promise<Json> => {
  const [found] = await api.must(id, {}, undefined, query);
  return found;
};
const lastLog = async (id: string): Promise<Json> => {
  const [log] = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${id}`);
  return log.action;
};
const snapshot = async (): Promise<string> => {
  const versions: (Json & { tags: string[] })[] = await api.must('versions.list');
  return versions.find(({ tags }) => !tags.includes('latest'))?.id ?? '';
};

describe('a view', () => {
  it.each([
    ['flow', 'flows.view', 'flows.get', 'flows.list'],
    ['draft', 'drafts.view', 'drafts.get', 'drafts.list'],
  ])('of a %s is stored, logged and not a change', async (kind, view, get, list) => {
    const before = await first(list);
    const parameters = { [`${kind}Id`]: before.id };
    const reader = await api.keyWith('read');
    expect(await api.perform(view, parameters, { key: reader })).toMatchObject({ status: 200, body: {} });
    const { viewedAt, viewedBy, viewedById, ...after } = await api.must(get, parameters);
    expect([viewedBy, viewedById]).toEqual(['api-key', reader.id]);
    expect(Date.parse(viewedAt)).not.toBeNaN();
    expect(before).toMatchObject(after);
    expect(await lastLog(before.id)).toMatchObject({ type: `${kind}-view`, id: before.id });
    expect((await api.perform(view, { [`${kind}Id`]: 'nobody' })).status).toBe(404);
  });

  it('of a diagram is stored separately, also in a snapshot', async () => {
    const versionId = await snapshot();
    const [diagram] = await api.must('diagrams.list', { versionId });
    const at = { versionId, diagramId: diagram.id };
    expect((await api.perform('diagrams.view', at)).status).toBe(200);
    const content = await api.must('diagrams.content.get', at);
    expect(content).toMatchObject({ viewedBy: 'api-key' });
    expect(await api.must('diagrams.get', at)).toEqual(diagram);
    expect(await lastLog(diagram.id)).toMatchObject({ type: 'diagram-content-view' });
  });

  it('is caused by loading, not by zooming', async () => {
    const { id: diagramId } = await first('diagrams.list', '?filter[type]=component-diagram');
    const act = async (query: string) => {
      const { status } = await api.perform('diagrams.action', { diagramId }, { query });
      const { viewedAt = null } = await api.must('diagrams.content.get', { diagramId });
      return [status, viewedAt];
    };
    const before = (await api.must('diagrams.content.get', { diagramId })).viewedAt ?? null;
    expect(await act('?action=zoom')).toEqual([200, before]);
    expect(await act('?action=load')).not.toEqual([200, before]);
    expect((await act('?action=smell'))[0]).toBe(422);
    expect((await api.perform('diagrams.action', { diagramId: 'nobody' })).status).toBe(404);
  });
});

describe('the diagram of an object', () => {
  const entry = (modelObjectId: string, query = '', key = api.sandbox.adminKey) =>
    api.perform('model.objects.diagrams.entry', { modelObjectId }, { query, key });

  it('is its first one', async () => {
    const diagram = await first('diagrams.list', '?filter[type]=context-diagram');
    const modelId = String(diagram.modelId);
    const body = { name: 'Before all', index: -1, type: 'context-diagram', modelId };
    const earlier = await api.must('diagrams.create', {}, body);
    const { body: answer } = await entry(modelId, '?updateViewedAt=true');
    expect(answer.diagram).toEqual(await api.must('diagrams.get', { diagramId: earlier.id }));
    expect(answer.diagramContent).toMatchObject({ id: earlier.id, viewedBy: 'api-key' });
  });

  it('is created on request, once, with the right type', async () => {
    const { id: parentId } = await first('model.objects.list', '?filter[type]=system');
    const app = await api.must('model.objects.create', {}, { name: 'New', type: 'app', parentId });
    expect((await entry(app.id)).status).toBe(404);
    const made = (await entry(app.id, '?createEntry=true')).body.diagram;
    expect(made).toMatchObject({ name: 'New', type: 'component-diagram', modelId: app.id });
    expect((await entry(app.id, '?createEntry=true')).body.diagram).toEqual(made);
    const object = await api.must('model.objects.get', { modelObjectId: app.id });
    expect(object.childDiagramIds).toEqual([made.id]);
    const entries = await api.must(
      'landscapes.logs.list',
      {},
      undefined,
      `?filter[actionId]=${made.id}&filter[order]=asc`,
    );
    expect(entries[0].action).toMatchObject({ type: 'diagram-create', id: made.id });
  });

  it('is not created by readers, in snapshots, or for types without diagrams', async () => {
    const { id: parentId } = await first('model.objects.list', '?filter[type]=root');
    const make = (type: string) =>
      api.must('model.objects.create', {}, { name: 'New', type, parentId }) as Promise<Json>;
    const [system, actor] = [await make('system'), await make('actor')];
    const reader = await api.keyWith('read');
    expect((await entry(system.id, '?createEntry=true', reader)).status).toBe(403);
    expect((await entry(system.id, '', reader)).status).toBe(404);
    expect((await entry(actor.id, '?createEntry=true')).status).toBe(422);
    expect((await entry('nobody', '?createEntry=true')).status).toBe(404);
    const versionId = await snapshot();
    const actors: Json[] = await api.must(
      'model.objects.list',
      { versionId },
      undefined,
      '?filter[type]=actor',
    );
    const frozen = { versionId, modelObjectId: actors[0]?.id ?? '' };
    const { status, body } = await api.perform('model.objects.diagrams.entry', frozen, {
      query: '?createEntry=true',
    });
    expect([status, body.code]).toEqual([422, 'version/read-only']);
  });
});

describe('thumbnails', () => {
  it('of a diagram are pictures with an expiry', async () => {
    const { id: diagramId } = await first('diagrams.list', '?filter[type]=context-diagram');
    const { url, expires } = await api.must('diagrams.getThumbnail', { diagramId });
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() - 1);
    const path = new URL(url).pathname;
    const picture = await api.send('GET', path, { key: null });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { id: other } = await first('flows.list');
    expect((await api.send('GET', path.replace(diagramId, other), { key: null })).status).toBe(404);
    expect((await api.perform('diagrams.getThumbnail', { diagramId: 'nobody' })).status).toBe(404);
  });

  it('are listed by id; fixed path segments are not ids', async () => {
    const all: Json[] = await api.must('diagrams.list');
    const thumbnails = await api.must('diagrams.listThumbnails');
    expect(Object.keys(thumbnails)).toEqual(all.map(({ id }) => id));
    const contexts: Json[] = await api.must('diagrams.list', {}, undefined, '?filter[type]=context-diagram');
    const some = await api.must('diagrams.listThumbnails', {}, undefined, '?filter[type]=context-diagram');
    expect(Object.keys(some)).toEqual(contexts.map(({ id }) => id));
    const path = `/v1/landscapes/${api.sandbox.landscapeId}/versions/latest/diagrams/thumbnails`;
    expect((await api.send('DELETE', path)).status).toBe(405);
  });

  it('of flows are filtered by fields of flows and of their diagrams', async () => {
    const all: (Json & { diagramId: string })[] = await api.must('flows.list');
    const found = async (query: string) =>
      Object.keys(await api.must('flows.listThumbnails', {}, undefined, query));
    expect(await found('')).toEqual(all.map(({ id }) => id));
    const [flow] = all;
    expect(await found(`?filter[handleId]=${flow?.handleId}`)).toEqual([flow?.id]);
    const diagram = await api.must('diagrams.get', { diagramId: String(flow?.diagramId) });
    const same = all.filter((it) => it.diagramId === diagram.id).map(({ id }) => id);
    expect(await found(`?filter[modelId]=${diagram.modelId}&filter[type]=${diagram.type}`)).toEqual(
      expect.arrayContaining(same),
    );
    expect(await found('?filter[empty]=true')).toEqual([]);
  });
});

describe('the older PNG export', () => {
  it('returns a picture immediately, under the requested name', async () => {
    const { id: diagramId } = await first('diagrams.list', '?filter[type]=context-diagram');
    const body = { filename: 'from above', theme: 'dark', overlayTab: 'status' };
    const url = await api.must('diagrams.export.png', { diagramId }, body);
    const picture = await api.send('GET', new URL(url).pathname, { key: null });
    expect(picture.headers.get('content-disposition')).toBe('attachment; filename="from above.png"');
    expect(await lastLog(diagramId)).toMatchObject({
      type: 'diagram-export',
      props: { filename: 'from above', options: { theme: 'dark', tab: 'status' } },
    });
  });

  it.each([
    [{ flowId: 'nobody' }, 'flowId: there is no nobody on this diagram'],
    [{ overlayIdsFocused: ['nobody'] }, 'overlayIdsFocused[0]: there is no nobody on this diagram'],
    [{ organizationId: 'other' }, expect.stringMatching(/^organizationId: must be /)],
  ])('rejects %j, by its name', async (body, problem) => {
    const { id: diagramId } = await first('diagrams.list', '?filter[type]=context-diagram');
    const answer = await api.perform('diagrams.export.png', { diagramId }, { body });
    expect([answer.status, answer.body.errors]).toEqual([422, [problem]]);
  });
});
