import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schedule } from '../../src/sandbox/schedule.js';
import { eventually, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let diagramId: string;

interface Sized {
  connectionCount: number;
}

beforeAll(async () => {
  api = await openSandboxApi();
  // The diagram with the fewest connections, because drawing takes time.
  const drawn = (await api.must('diagrams.list')).filter((it: Sized) => it.connectionCount > 0);
  [{ id: diagramId }] = drawn.sort((a: Sized, b: Sized) => a.connectionCount - b.connectionCount);
});
afterAll(() => api.sandbox.close());

/** Small by default, because rendering pixels takes most of the time. */
const start = (body: object = {}) =>
  api.must('diagrams.export.create', { diagramId }, { maxWidth: 200, ...body });
const poll = (id: string) => api.must('diagrams.export.get', { diagramId, diagramExportImageId: id });
const finish = (id: string) =>
  eventually(
    () => poll(id),
    (it) => it.completedAt !== undefined || it.error !== null,
  );
const file = (url: string, of: SandboxApi = api) => of.sandbox.fetch(new Request(url));
const svgOf = async (body: object = {}) => {
  const done = await finish((await start(body)).id);
  expect(done.error).toBeNull();
  return (await file(done.fileUrls.svg)).text();
};
const errors = async (body: object) => {
  const { status, body: answer } = await api.perform('diagrams.export.create', { diagramId }, { body });
  expect(status).toBe(422);
  return answer.errors;
};

describe('diagram exports', () => {
  it('are jobs whose files appear when they have finished', async () => {
    const begun = await api.must('diagrams.export.create', { diagramId }, { theme: 'dark' });
    expect(begun).toMatchObject({ diagramId, options: { theme: 'dark' }, error: null });
    expect(begun).not.toHaveProperty('completedAt');
    expect(begun.fileUrls.png).toMatch(/^http:\/\/sandbox\.test\/files\/exports\/\w{20}\/[0-9a-f]{64}\.png$/);
    const early = await file(begun.fileUrls.png);
    expect({ status: early.status, body: await early.json() }).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    const done = await finish(begun.id);
    expect(done.fileUrls).toEqual(begun.fileUrls);
    expect(Date.parse(done.deleteAt) - Date.parse(done.createdAt)).toBe(3_600_000);
    const png = await file(done.fileUrls.png);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const svg = await file(done.fileUrls.svg);
    expect(svg.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await svg.text()).toMatch(/^<svg /);
  });

  it('show objects at their stored positions', async () => {
    const widthOf = (svg: string): number => Number(/^<svg [^>]*?width="([\d.]+)"/.exec(svg)?.[1]);
    const { objects } = await api.must('diagrams.content.get', { diagramId });
    const [id = ''] = Object.keys(objects);
    const move = (x: number) =>
      api.must('diagrams.content.update', { diagramId }, { objects: { $update: { [id]: { x } } } });
    const before = widthOf(await svgOf());
    await move(50_000);
    expect(widthOf(await svgOf())).toBeGreaterThan(45_000);
    await move(objects[id].x);
    expect(widthOf(await svgOf({ tab: 'tags' }))).toBe(before);
  });

  it('respect the maximum width', async () => {
    const done = await finish((await start({ maxWidth: 200 })).id);
    const png = Buffer.from(await (await file(done.fileUrls.png)).arrayBuffer());
    expect(png.readUInt32BE(16)).toBe(200);
  });

  it('need the exact token', async () => {
    const done = await finish((await start()).id);
    const other = done.fileUrls.png.replace(/\/[0-9a-f]{64}/, `/${'0'.repeat(64)}`);
    expect((await file(other)).status).toBe(404);
    expect((await file(done.fileUrls.png.replace('.png', '.pdf'))).status).toBe(404);
  });

  it('reject options with unknown ids', async () => {
    expect(await errors({ focusIds: ['nope'], hideIds: ['none'] })).toEqual([
      'focusIds[0]: there is no nope on this diagram',
      'hideIds[0]: there is no none on this diagram',
    ]);
    expect(await errors({ flowId: 'nope' })).toEqual(['flowId: there is no nope on this diagram']);
    expect(await errors({ draftId: 'nope' })).toEqual(['draftId: there is no draft nope in this version']);
    expect(await errors({ maxWidth: 5, tab: 'x' })).toEqual([
      expect.stringMatching(/^tab: must be one of tags/),
      'maxWidth: must be at least 100',
    ]);
  });

  it('show a draft as if it were merged', async () => {
    const content = await api.must('diagrams.content.get', { diagramId });
    const drawn = Object.values(
      content.objects as Record<string, { modelId: string; shape: string; id: string }>,
    );
    const [first, second] = drawn.filter((it) => it.shape === 'box');
    const draft = await api.must('drafts.create', {}, { name: 'Rename', status: 'in-progress' });
    const add = (task: object) => api.must('drafts.tasks.create', { draftId: draft.id }, { task });
    const rename = { name: 'Quite Another Name' };
    await add({ type: 'draft-model-object-update', entityId: first?.modelId, props: rename, snapshot: {} });
    await add({
      type: 'draft-model-object-create',
      entityId: 'NewOne',
      props: { name: 'Brand New', type: 'actor', parentId: null },
    });
    const box = {
      id: 'boxed',
      modelId: 'NewOne',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      type: 'actor',
      shape: 'box',
    };
    const change = { objects: { $add: { boxed: box } } };
    await add({ type: 'draft-diagram-content-update', entityId: diagramId, props: change, snapshot: {} });
    await add({ type: 'draft-model-object-delete', entityId: second?.modelId });
    const before = await svgOf();
    const after = await svgOf({ draftId: draft.id });
    expect(before).not.toMatch(/Quite|Brand New/);
    expect(after).toMatch(/Quite/);
    expect(after).toMatch(/Brand New/);
    expect((await api.must('drafts.get', { draftId: draft.id })).diagramIds).toEqual([diagramId]);
  });

  it('fail when a fault is set', async () => {
    await api.send('PUT', '/sandbox/faults', { body: { failExports: true } });
    const done = await finish((await start()).id);
    expect(done.error).toContain('set to fail');
    expect(done).not.toHaveProperty('completedAt');
    expect((await file(done.fileUrls.svg)).status).toBe(404);
    await api.send('PUT', '/sandbox/faults', { body: { failExports: false } });
  });

  it('fail if the diagram has been deleted', async () => {
    const waiting: (() => void)[] = [];
    const schedule: Schedule = (task) => {
      waiting.push(task);
      return () => undefined;
    };
    const other = await openSandboxApi({ schedule });
    const [diagram] = await other.must('diagrams.list');
    const at = { diagramId: diagram.id };
    const { id } = await other.must('diagrams.export.create', at, {});
    const [again] = await other.must('diagrams.list', {}, undefined, '?filter[pinned]=false');
    expect(again.id).not.toBe(diagram.id);
    await other.must('diagrams.delete', at);
    const state = await other.send('GET', '/sandbox/state');
    expect(state.body.exportsRunning).toBe(1);
    for (const task of waiting.splice(0)) task();
    const idle = await eventually(
      () => other.send('GET', '/sandbox/state'),
      (reply) => reply.body.exportsRunning === 0,
    );
    expect(idle.status).toBe(200);
    const { body } = await other.perform('diagrams.export.get', { ...at, diagramExportImageId: id });
    expect(body.diagramExportImage.error).toContain('deleted');
    await other.sandbox.close();
  });

  it('expire', async () => {
    const done = await finish((await start()).id);
    api.setNow(done.deleteAt);
    expect((await file(done.fileUrls.png)).status).toBe(410);
    const at = { diagramId, diagramExportImageId: done.id };
    expect((await api.perform('diagrams.export.get', at)).status).toBe(404);
    api.setNow(null);
  });
});

describe('flow thumbnails', () => {
  it('are rendered on request, until they expire', async () => {
    const [flow] = await api.must('flows.list');
    const thumbnail = await api.must('flows.getThumbnail', { flowId: flow.id });
    expect(thumbnail).toMatchObject({
      id: flow.id,
      name: flow.name,
      diagramId: flow.diagramId,
      handleId: flow.handleId,
    });
    const picture = await file(thumbnail.url);
    expect({ status: picture.status, type: picture.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    });
    expect((await file(thumbnail.url.replace(/.(?=\.png)/, 'x'))).status).toBe(404);
    api.setNow(thumbnail.expires);
    expect((await file(thumbnail.url)).status).toBe(410);
    api.setNow(null);
  });
});

describe('the PDF export', () => {
  it('has a page for each diagram', async () => {
    const { id: landscapeId } = await api.must('organizations.landscapes.duplicate', {}, { name: 'Two' });
    const at = { landscapeId };
    const diagrams: (Sized & { id: string })[] = await api.must('diagrams.list', at);
    const [, , ...more] = diagrams.sort((a, b) => a.connectionCount - b.connectionCount);
    for (const { id } of more) await api.perform('diagrams.delete', { ...at, diagramId: id });
    expect(await api.must('diagrams.list', at)).toHaveLength(2);
    const url = await api.must('landscapes.export.pdf', at, { filename: 'Ferry "plans"', name: 'Ferries' });
    const answer = await file(url);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Ferry _plans_.pdf"');
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page /g)).toHaveLength(2);
    const [log] = await api.must(
      'landscapes.logs.list',
      at,
      undefined,
      '?filter[actionType]=landscape-export',
    );
    expect(log.action.props).toMatchObject({ filename: 'Ferry "plans"', type: 'pdf' });
  });
});

describe('draft tasks', () => {
  const open2 = () => api.must('drafts.create', {}, { name: 'D', status: 'in-progress' });
  const task = (draftId: string, it: object, more: object = {}) =>
    api.perform('drafts.tasks.create', { draftId }, { body: { task: it, ...more } });

  it('apply to the version or to earlier tasks', async () => {
    const { id } = await open2();
    const update = {
      type: 'draft-model-object-update',
      entityId: 'NewId',
      props: { name: 'x' },
      snapshot: {},
    };
    const refused = await task(id, update);
    expect(refused.body.errors).toEqual([
      'task.entityId: the model object NewId is not in this version or draft',
    ]);
    const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
    const create = {
      type: 'draft-model-object-create',
      entityId: 'NewId',
      props: { name: 'x', type: 'system', parentId: root.id },
    };
    expect((await task(id, create)).status).toBe(200);
    expect((await task(id, update)).status).toBe(200);
    expect((await task(id, create)).status).toBe(409);
    const props = { name: 'c', originId: 'NewId', targetId: 'Other', direction: null };
    const connection = await task(id, { type: 'draft-model-connection-create', entityId: 'NewC', props });
    expect(connection.body.errors).toEqual([
      'task.props.targetId: there is no model object Other in this version',
    ]);
  });

  it('require an open draft with a current commit', async () => {
    const draft = await open2();
    const comment = {
      type: 'draft-comment-create',
      entityId: 'c',
      props: { body: { content: 'x', type: 'idea', status: 'active' } },
    };
    expect((await task(draft.id, comment, { commit: 9 })).status).toBe(409);
    expect((await task(draft.id, comment, { commit: draft.commit })).status).toBe(200);
    await api.must('drafts.update', { draftId: draft.id }, { status: 'archived' });
    const closed = await task(draft.id, { ...comment, entityId: 'd' });
    expect({ status: closed.status, code: closed.body.code }).toEqual({ status: 409, code: 'draft-closed' });
    expect((await task('nope', comment)).status).toBe(404);
    const [log] = await api.must(
      'landscapes.logs.list',
      {},
      undefined,
      '?filter[actionType]=draft-task-create',
    );
    expect(log.actionIds).toContain(draft.id);
  });
});
