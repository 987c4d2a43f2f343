import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let diagramId: string;
let systems: { id: string; name: string }[];
beforeEach(async () => {
  api = await openSandboxApi();
  const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
  systems = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
  const body = { name: 'Drawn', index: 50, type: 'context-diagram', modelId: root.id };
  diagramId = (await api.must('diagrams.create', {}, body)).id;
});
afterEach(() => api.sandbox.close());

const box = (id: string, at = 0, more: object = {}) => ({
  id,
  modelId: systems[at]?.id,
  type: 'system',
  shape: 'box',
  x: 0,
  y: 0,
  ...more,
});
const line = (originId: string, targetId: string) => ({ id: 'line', modelId: null, originId, targetId });
const get = () => api.must('diagrams.content.get', { diagramId });
const put = (body: unknown) => api.perform('diagrams.content.replace', { diagramId }, { body });
const patch = (body: unknown) => api.perform('diagrams.content.update', { diagramId }, { body });
const logs = async (): Promise<string[]> =>
  (await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${diagramId}`)).map(
    (it: { action: { type: string } }) => it.action.type,
  );

describe('the content of a diagram', () => {
  it('is replaced completely, with a commit of its own', async () => {
    const before = await api.must('diagrams.get', { diagramId });
    await put({ objects: { a: box('a'), b: box('b', 1) }, connections: { line: line('a', 'b') } });
    expect(await get()).toMatchObject({ commit: 2, version: 2, objects: { a: { width: 256 } } });
    const counted = await api.must('diagrams.get', { diagramId });
    expect(counted).toMatchObject({ commit: before.commit, connectionCount: 1, objectCount: { system: 2 } });
    await put({ objects: { b: box('b', 1) } });
    expect(await get()).toMatchObject({ commit: 3, connections: {}, objects: { b: { id: 'b' } } });
    expect(Object.keys((await get()).objects)).toEqual(['b']);
    expect((await logs()).slice(0, 2)).toEqual(['diagram-content-update', 'diagram-content-update']);
  });

  it('is updated by additions, changes and removals', async () => {
    await put({ objects: { a: box('a'), b: box('b', 1) }, connections: { line: line('a', 'b') } });
    const operators = {
      $add: { c: box('c', 1, { width: 10, height: 10 }) },
      $update: { a: { x: 5 } },
      $replace: { b: box('b', 1, { y: 9 }) },
    };
    await patch({ objects: operators, connections: { $update: { line: { targetId: 'c' } } } });
    const { objects, connections } = await get();
    expect(objects).toMatchObject({ a: { x: 5, y: 0 }, b: { y: 9 }, c: { width: 10 } });
    expect(connections.line).toMatchObject({ originId: 'a', targetId: 'c', lineShape: 'curved' });
    expect((await patch({ objects: { $remove: ['b'] } })).body.diagramContent.objects).not.toHaveProperty(
      'b',
    );
  });

  it('stays unchanged by an empty update: no commit, no log entry', async () => {
    const [before, logged] = [await get(), await logs()];
    expect((await patch({})).body.diagramContent).toEqual(before);
    expect((await patch({ commit: before.commit })).body.diagramContent).toEqual(before);
    expect(await logs()).toEqual(logged);
  });

  it('contains model objects, which list their diagrams', async () => {
    await put({ objects: { a: box('a') } });
    const modelObjectId = systems[0]?.id ?? '';
    const { diagrams } = await api.must('model.objects.get', { modelObjectId });
    expect(diagrams[diagramId]).toEqual({ id: diagramId, objectId: 'a' });
    await put({});
    expect((await api.must('model.objects.get', { modelObjectId })).diagrams).not.toHaveProperty(diagramId);
  });

  it('contains lines between drawn model objects', async () => {
    const [a, b] = [systems[0]?.id ?? '', systems[1]?.id ?? ''];
    const { body } = await put({
      objects: { a: box('a'), b: box('b', 1) },
      connections: { line: line(a, b) },
    });
    expect(body.diagramContent.connections.line).toMatchObject({ originId: 'a', targetId: 'b' });
  });

  it.each([
    ['a stale commit', 409, () => put({ commit: 7 })],
    ['a stale commit of a change', 409, () => patch({ commit: 7, objects: { $remove: ['a'] } })],
    [
      'an object that is not in the model',
      422,
      () => put({ objects: { a: box('a', 99, { modelId: 'x' }) } }),
    ],
    ['an entry under another id', 422, () => put({ objects: { b: box('a') } })],
    ['a line to nowhere', 422, () => put({ connections: { line: line('a', 'b') } })],
    ['a change of nothing', 422, () => patch({ objects: { $update: { x: { x: 1 } } } })],
    ['a field it does not have', 422, () => put({ things: {} })],
  ])('rejects %s with %i, and stays unchanged', async (_, code, send) => {
    const before = await get();
    expect((await send()).status).toBe(code);
    expect(await get()).toEqual(before);
  });

  it('is read-only for readers and in snapshots, and missing without a diagram', async () => {
    const reader = await api.keyWith('read');
    const parameters = { diagramId };
    const refused = await api.perform('diagrams.content.replace', parameters, { body: {}, key: reader });
    expect(refused.status).toBe(403);
    const nobody = { diagramId: 'nobody' };
    expect((await api.perform('diagrams.content.update', nobody, { body: {} })).status).toBe(404);
    const versions: { id: string; tags: string[] }[] = await api.must('versions.list');
    const versionId = versions.find(({ tags }) => !tags.includes('latest'))?.id ?? '';
    const [old] = await api.must('diagrams.list', { versionId });
    const frozen = { versionId, diagramId: old.id };
    expect((await api.perform('diagrams.content.replace', frozen, { body: {} })).status).toBe(422);
  });

  it('is described by names, with its author', async () => {
    await put({ objects: { a: box('a'), b: box('b', 1) } });
    const tell = (body: unknown) =>
      api.perform('diagrams.content.generateDescription', { diagramId }, { body });
    const names = systems.slice(0, 2).map(({ name }) => name);
    const { body } = await tell({ type: 'caption' });
    expect(body.description).toBe(`Drawn shows ${names[0]} and ${names[1]}.`);
    expect(body.message).toContain('Generated by the sandbox');
    const one = await tell({ type: 'detailed', modelObjectIds: [systems[0]?.id] });
    expect(one.body.description).toContain(`Drawn shows ${names[0]}.`);
    expect((await tell({ type: 'caption', modelObjectIds: ['nobody'] })).status).toBe(422);
    expect((await tell({ type: 'poem' })).status).toBe(422);
    expect(await get()).toMatchObject({ commit: 2 });
  });
});
