import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { open, type Room } from './harness.js';

let room: Room;
beforeEach(async () => {
  room = await open();
});
afterEach(() => room.sandbox.close());

type Json = Record<string, unknown> & { id: string };
const first = async (id: string, query = ''): Promise<Json> => {
  const [found] = await room.must(id, {}, undefined, query);
  return found;
};
const lastLog = async (id: string): Promise<Json> => {
  const [log] = await room.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${id}`);
  return log.action;
};
const snapshot = async (): Promise<string> => {
  const versions: (Json & { tags: string[] })[] = await room.must('versions.list');
  return versions.find(({ tags }) => !tags.includes('latest'))?.id ?? '';
};

describe('a view', () => {
  it.each([
    ['flow', 'flows.view', 'flows.get', 'flows.list'],
    ['draft', 'drafts.view', 'drafts.get', 'drafts.list'],
  ])('of a %s is stored, logged and not a change', async (kind, view, get, list) => {
    const before = await first(list);
    const parameters = { [`${kind}Id`]: before.id };
    const reader = await room.keyWith('read');
    expect(await room.perform(view, parameters, { key: reader })).toMatchObject({ status: 200, body: {} });
    const { viewedAt, viewedBy, viewedById, ...after } = await room.must(get, parameters);
    expect([viewedBy, viewedById]).toEqual(['api-key', reader.id]);
    expect(Date.parse(viewedAt)).not.toBeNaN();
    expect(before).toMatchObject(after);
    expect(await lastLog(before.id)).toMatchObject({ type: `${kind}-view`, id: before.id });
    expect((await room.perform(view, { [`${kind}Id`]: 'nobody' })).status).toBe(404);
  });

  it('of a diagram is stored separately, also in a snapshot', async () => {
    const versionId = await snapshot();
    const [diagram] = await room.must('diagrams.list', { versionId });
    const at = { versionId, diagramId: diagram.id };
    expect((await room.perform('diagrams.view', at)).status).toBe(200);
    const content = await room.must('diagrams.content.get', at);
    expect(content).toMatchObject({ viewedBy: 'api-key' });
    expect(await room.must('diagrams.get', at)).toEqual(diagram);
    expect(await lastLog(diagram.id)).toMatchObject({ type: 'diagram-content-view' });
  });

  it('is caused by loading, not by zooming', async () => {
    const { id: diagramId } = await first('diagrams.list', '?filter[type]=component-diagram');
    const act = async (query: string) => {
      const { status } = await room.perform('diagrams.action', { diagramId }, { query });
      const { viewedAt = null } = await room.must('diagrams.content.get', { diagramId });
      return [status, viewedAt];
    };
    const before = (await room.must('diagrams.content.get', { diagramId })).viewedAt ?? null;
    expect(await act('?action=zoom')).toEqual([200, before]);
    expect(await act('?action=load')).not.toEqual([200, before]);
    expect((await act('?action=smell'))[0]).toBe(422);
    expect((await room.perform('diagrams.action', { diagramId: 'nobody' })).status).toBe(404);
  });
});

describe('the diagram of an object', () => {
  const entry = (modelObjectId: string, query = '', key = room.sandbox.adminKey) =>
    room.perform('model.objects.diagrams.entry', { modelObjectId }, { query, key });

  it('is its first one', async () => {
    const diagram = await first('diagrams.list', '?filter[type]=context-diagram');
    const modelId = String(diagram.modelId);
    const body = { name: 'Before all', index: -1, type: 'context-diagram', modelId };
    const earlier = await room.must('diagrams.create', {}, body);
    const { body: answer } = await entry(modelId, '?updateViewedAt=true');
    expect(answer.diagram).toEqual(await room.must('diagrams.get', { diagramId: earlier.id }));
    expect(answer.diagramContent).toMatchObject({ id: earlier.id, viewedBy: 'api-key' });
  });

  it('is created on request, once, with the right type', async () => {
    const { id: parentId } = await first('model.objects.list', '?filter[type]=system');
    const app = await room.must('model.objects.create', {}, { name: 'New', type: 'app', parentId });
    expect((await entry(app.id)).status).toBe(404);
    const made = (await entry(app.id, '?createEntry=true')).body.diagram;
    expect(made).toMatchObject({ name: 'New', type: 'component-diagram', modelId: app.id });
    expect((await entry(app.id, '?createEntry=true')).body.diagram).toEqual(made);
    const object = await room.must('model.objects.get', { modelObjectId: app.id });
    expect(object.childDiagramIds).toEqual([made.id]);
    const told = await room.must(
      'landscapes.logs.list',
      {},
      undefined,
      `?filter[actionId]=${made.id}&filter[order]=asc`,
    );
    expect(told[0].action).toMatchObject({ type: 'diagram-create', id: made.id });
  });

  it('is not created by readers, in snapshots, or for types without diagrams', async () => {
    const { id: parentId } = await first('model.objects.list', '?filter[type]=root');
    const make = (type: string) =>
      room.must('model.objects.create', {}, { name: 'New', type, parentId }) as Promise<Json>;
    const [system, actor] = [await make('system'), await make('actor')];
    const reader = await room.keyWith('read');
    expect((await entry(system.id, '?createEntry=true', reader)).status).toBe(403);
    expect((await entry(system.id, '', reader)).status).toBe(404);
    expect((await entry(actor.id, '?createEntry=true')).status).toBe(422);
    expect((await entry('nobody', '?createEntry=true')).status).toBe(404);
    const versionId = await snapshot();
    const actors: Json[] = await room.must(
      'model.objects.list',
      { versionId },
      undefined,
      '?filter[type]=actor',
    );
    const frozen = { versionId, modelObjectId: actors[0]?.id ?? '' };
    const { status, body } = await room.perform('model.objects.diagrams.entry', frozen, {
      query: '?createEntry=true',
    });
    expect([status, body.code]).toEqual([422, 'version/read-only']);
  });
});

describe('thumbnails', () => {
  it('of a diagram are pictures with an expiry', async () => {
    const { id: diagramId } = await first('diagrams.list', '?filter[type]=context-diagram');
    const { url, expires } = await room.must('diagrams.getThumbnail', { diagramId });
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() - 1);
    const path = new URL(url).pathname;
    const picture = await room.send('GET', path, { key: null });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { id: other } = await first('flows.list');
    expect((await room.send('GET', path.replace(diagramId, other), { key: null })).status).toBe(404);
    expect((await room.perform('diagrams.getThumbnail', { diagramId: 'nobody' })).status).toBe(404);
  });

  it('are listed by id; fixed path segments are not ids', async () => {
    const all: Json[] = await room.must('diagrams.list');
    const thumbnails = await room.must('diagrams.listThumbnails');
    expect(Object.keys(thumbnails)).toEqual(all.map(({ id }) => id));
    const contexts: Json[] = await room.must('diagrams.list', {}, undefined, '?filter[type]=context-diagram');
    const some = await room.must('diagrams.listThumbnails', {}, undefined, '?filter[type]=context-diagram');
    expect(Object.keys(some)).toEqual(contexts.map(({ id }) => id));
    const path = `/v1/landscapes/${room.sandbox.landscapeId}/versions/latest/diagrams/thumbnails`;
    expect((await room.send('DELETE', path)).status).toBe(405);
  });

  it('of flows are filtered by fields of flows and of their diagrams', async () => {
    const all: (Json & { diagramId: string })[] = await room.must('flows.list');
    const found = async (query: string) =>
      Object.keys(await room.must('flows.listThumbnails', {}, undefined, query));
    expect(await found('')).toEqual(all.map(({ id }) => id));
    const [flow] = all;
    expect(await found(`?filter[handleId]=${flow?.handleId}`)).toEqual([flow?.id]);
    const diagram = await room.must('diagrams.get', { diagramId: String(flow?.diagramId) });
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
    const url = await room.must('diagrams.export.png', { diagramId }, body);
    const picture = await room.send('GET', new URL(url).pathname, { key: null });
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
    const answer = await room.perform('diagrams.export.png', { diagramId }, { body });
    expect([answer.status, answer.body.errors]).toEqual([422, [problem]]);
  });
});
