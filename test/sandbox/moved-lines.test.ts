import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type JsonObject, textOf } from '../support/sandbox.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let rootId: string;
beforeAll(async () => {
  api = await openSandboxApi();
  [{ id: rootId }] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
});
afterAll(() => api.sandbox.close());

/**
 * Three systems and a connection from the first to the second, on a diagram of all three and on one of two.
 */
let ids: string[];
let connection: string;
let all: string;
let two: string;
beforeEach(async () => {
  ids = [];
  for (const name of ['a', 'b', 'c']) {
    const made: JsonObject = await api.must(
      'model.objects.create',
      {},
      { name, type: 'system', parentId: rootId },
    );
    ids.push(textOf(made, 'id'));
  }
  const body = { name: 'uses', direction: null, originId: ids[0], targetId: ids[1] };
  connection = (await api.must('model.connections.create', {}, body)).id;
  [all, two] = [await diagram(3), await diagram(2)];
});

async function diagram(count: number): Promise<string> {
  const drawn = ids.slice(0, count).map((modelId, at) => {
    const id = `box${at}`;
    return [id, { id, modelId, x: 400 * at, y: 0, type: 'system', shape: 'box' }];
  });
  const free = { id: 'free', modelId: null, originId: 'box0', targetId: 'box1' };
  const line = {
    ...{ id: 'line', modelId: connection, originId: 'box0', targetId: 'box1', points: [{ x: 1, y: 2 }] },
    ...{ originConnector: 'top-left', targetConnector: 'left-middle' },
  };
  const body = { name: `D${count}`, index: 0, modelId: ids[0], type: 'app-diagram' };
  const content = { objects: Object.fromEntries(drawn), connections: { line, free } };
  const { diagram: made } = (await api.perform('diagrams.create', {}, { body: { ...body, ...content } }))
    .body;
  return made.id;
}

const contentOf = (diagramId: string) => api.must('diagrams.content.get', { diagramId });
const update = (body: JsonObject, query = '') =>
  api.must('model.connections.update', { modelConnectionId: connection }, body, query);
const replace = (query: string, more: JsonObject = {}) =>
  api.must(
    'model.connections.upsert',
    { modelConnectionId: connection },
    { name: 'uses', direction: null, originId: ids[0], targetId: ids[1], ...more },
    query,
  );

it('lines follow their connection to its new ends, and disappear from diagrams without those', async () => {
  const before = await contentOf(all);
  const moved = await update({ targetId: ids[2] }, '?updateDiagrams=true');
  const { connections, commit } = await contentOf(all);
  expect(connections.line).toMatchObject({
    ...{ originId: 'box0', originConnector: 'top-left', targetId: 'box2', targetConnector: null, points: [] },
  });
  expect([connections.free, commit]).toEqual([before.connections.free, before.commit + 1]);
  expect(Object.keys((await contentOf(two)).connections)).toEqual(['free']);
  expect(moved.diagrams).toEqual({
    [all]: expect.objectContaining({ id: all, originModelId: ids[0], targetModelId: ids[2] }),
  });
  expect((await api.must('diagrams.get', { diagramId: two })).connectionCount).toBe(1);
});

it('swapped ends reverse the lines', async () => {
  await update({ originId: ids[1], targetId: ids[0] }, '?updateDiagrams=true');
  expect((await contentOf(two)).connections.line).toMatchObject({ originId: 'box1', targetId: 'box0' });
});

it('a PUT sets the connectors of the lines', async () => {
  await replace('?updateDiagrams=true&originConnector=bottom-right&targetConnector=top-center');
  const { line } = (await contentOf(two)).connections;
  expect(line).toMatchObject({ originConnector: 'bottom-right', targetConnector: 'top-center' });
  expect([line.originId, line.points]).toEqual(['box0', [{ x: 1, y: 2 }]]);
});

it('diagrams stay unchanged without `updateDiagrams`, or if nothing about them changes', async () => {
  const before = [await contentOf(all), await contentOf(two)];
  await update({ name: 'calls' }, '?updateDiagrams=true');
  await replace('?originConnector=bottom-right');
  await replace('?updateDiagrams=true');
  await update({ targetId: ids[2] });
  expect([await contentOf(all), await contentOf(two)]).toEqual(before);
});

it('a diagram locked by a team stays unchanged, like the connection', async () => {
  const team = await api.must('teams.create', {}, { name: 'Own', color: 'blue' });
  const at = { modelObjectId: ids[0] ?? '' };
  await api.must('model.objects.update', at, { teamIds: [team.id], teamOnlyEditing: true });
  const key = await api.keyWith('write');
  const reply = await api.perform(
    'model.connections.update',
    { modelConnectionId: connection },
    { key, query: '?updateDiagrams=true', body: { targetId: ids[2] } },
  );
  expect(reply.status).toBe(403);
  expect((await api.must('model.connections.get', { modelConnectionId: connection })).targetId).toBe(ids[1]);
  expect((await contentOf(two)).connections.line.targetId).toBe('box1');
});
