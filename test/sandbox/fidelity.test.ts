import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawingWarnings } from '../../src/contract/rules/diagrams/drawing-warnings.js';
import { drawnBox, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let rootId: string;
let domainId: string;

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());
beforeEach(async () => {
  ({ id: domainId } = await api.must('domains.create', {}, { name: 'Fresh' }));
  [{ id: rootId }] = await api.must('model.objects.list', {}, undefined, `?filter[domainId]=${domainId}`);
});

const system = (more: object = {}) =>
  api.must('model.objects.create', {}, { name: 'S', type: 'system', parentId: rootId, ...more });
const refusal = async (id: string, parameters: Record<string, string>, body?: object) => {
  const reply = await api.perform(id, parameters, { ...(body && { body }) });
  return [reply.status, reply.body.errors];
};
const newest = async () => (await api.must('landscapes.logs.list', {}, undefined, '?filter[limit]=1'))[0].id;

describe('links', () => {
  it('do not require id and index', async () => {
    const links = { a: { url: 'https://a.example' }, b: { url: 'https://b.example', index: 7 }, c: {} };
    const made = await system({ links });
    expect(made.links).toEqual({
      a: { id: 'a', index: 8, url: 'https://a.example' },
      b: { id: 'b', index: 7, url: 'https://b.example' },
      c: { id: 'c', index: 9 },
    });
    const changed = await api.must(
      'model.objects.update',
      { modelObjectId: made.id },
      { links: { $add: { d: { name: 'D' } }, $replace: { c: { url: 'https://c.example' } } } },
    );
    expect(changed.links).toMatchObject({ c: { id: 'c' }, d: { id: 'd', name: 'D' } });
    const other = await system();
    const body = { name: 'x', direction: null, originId: made.id, targetId: other.id, links: { l: {} } };
    expect(await api.must('model.connections.create', {}, body)).toMatchObject({
      linked: true,
      links: { l: { id: 'l', index: 0 } },
    });
  });

  it('are rejected under another key than their id', async () => {
    const body = { name: 'S', type: 'system', parentId: rootId, links: { a: { id: 'b' } } };
    const wrong = [422, ['links.a.id: must be a, the key of the entry']];
    expect(await refusal('model.objects.create', {}, body)).toEqual(wrong);
    const { id } = await system({ links: { a: {} } });
    const patch = { links: { $update: { a: { id: 'b' } } } };
    expect(await refusal('model.objects.update', { modelObjectId: id }, patch)).toEqual(wrong);
  });
});

describe('steps of a flow', () => {
  const step = (id: string, originId: string | null, targetId: string | null) => ({
    id,
    index: 0,
    description: '',
    originId,
    targetId,
  });
  async function scene() {
    const [a, b] = [await system(), await system()];
    const line = { name: 'x', direction: null, originId: a.id, targetId: b.id };
    const connection = await api.must('model.connections.create', {}, line);
    const body = { name: 'D', index: 0, type: 'context-diagram', modelId: rootId };
    const objects = { oa: drawnBox('oa', a.id), ob: drawnBox('ob', b.id) };
    const diagram = await api.must('diagrams.create', {}, { ...body, objects });
    const steps = { s1: step('s1', 'oa', 'ob'), s2: step('s2', a.id, null) };
    const flow = await api.must('flows.create', {}, { name: 'F', diagramId: diagram.id, steps });
    return { a, b, connection, diagram, flow, body };
  }
  const flowsOf = async (id: string) => (await api.must('model.objects.get', { modelObjectId: id })).flows;
  const stepsOf = async (flowId: string) => (await api.must('flows.get', { flowId })).steps;

  it('refer to objects of the diagram or the model, and are returned as sent', async () => {
    const { a, b, connection, flow } = await scene();
    expect(await stepsOf(flow.id)).toMatchObject({
      s1: { originId: 'oa', targetId: 'ob' },
      s2: { originId: a.id, targetId: null },
    });
    const along = { id: flow.id, stepId: 's1' };
    expect(await flowsOf(a.id)).toEqual({ s1: along, s2: { id: flow.id, stepId: 's2' } });
    expect(await flowsOf(b.id)).toEqual({ s1: along });
    const at = { modelConnectionId: connection.id };
    expect((await api.must('model.connections.get', at)).flows).toEqual({ s1: along });
    expect(
      (await api.must('model.objects.get', { modelObjectId: b.id }, undefined, '?expand=flows')).flows,
    ).toEqual({ s1: { ...along, name: 'F', diagramId: flow.diagramId } });
    await api.must('flows.update', { flowId: flow.id }, { steps: { $remove: ['s1'] } });
    expect(await flowsOf(b.id)).toEqual({});
    expect((await api.must('model.connections.get', at)).flows).toEqual({});
  });

  it('may not refer to missing objects', async () => {
    const { diagram } = await scene();
    const other = await api.must(
      'diagrams.create',
      {},
      { name: 'E', index: 0, type: 'context-diagram', modelId: rootId },
    );
    const body = (diagramId: string) => ({
      name: 'G',
      diagramId,
      steps: { s: step('s', diagramId === other.id ? 'oa' : 'nobody', null) },
    });
    for (const [id, origin] of [
      [diagram.id, 'nobody'],
      [other.id, 'oa'],
    ]) {
      expect(await refusal('flows.create', {}, body(id))).toEqual([
        422,
        [`steps.s.originId: there is no model object ${origin} in this version`],
      ]);
    }
  });

  it('are cleared of objects that the diagram no longer draws', async () => {
    const { b, connection, diagram, flow } = await scene();
    const at = { diagramId: diagram.id };
    await api.must('diagrams.update', at, { objects: { $remove: ['ob'] } });
    expect((await stepsOf(flow.id)).s1).toMatchObject({ originId: 'oa', targetId: null });
    expect(await flowsOf(b.id)).toEqual({});
    const connected = await api.must('model.connections.get', { modelConnectionId: connection.id });
    expect(connected.flows).toEqual({});
  });

  it('are cleared when the model object is deleted', async () => {
    const { a, b, flow } = await scene();
    await api.must('model.objects.delete', { modelObjectId: a.id });
    expect(await stepsOf(flow.id)).toMatchObject({
      s1: { originId: null, targetId: 'ob' },
      s2: { originId: null },
    });
    expect(Object.keys(await flowsOf(b.id))).toEqual(['s1']);
  });

  it('of a draft may refer to objects that the draft draws', async () => {
    const { a, body } = await scene();
    const draft = await api.must('drafts.create', {}, { name: 'P', status: 'in-progress' });
    const add = (task: object) => api.must('drafts.tasks.create', { draftId: draft.id }, { task });
    const entityId = `drafted${draft.id}`;
    const objects = { od: drawnBox('od', a.id) };
    await add({ type: 'draft-diagram-create', entityId, props: { ...body, objects } });
    const steps = { s: step('s', 'od', null) };
    const props = { name: 'F', diagramId: entityId, steps };
    await add({ type: 'draft-flow-create', entityId: `flow${draft.id}`, props });
    await api.must('drafts.merge', { draftId: draft.id });
    expect((await stepsOf(`flow${draft.id}`)).s.originId).toBe('od');
  });
});

describe('dates in a body', () => {
  it.each(['1', '2026-03-04', 'yesterday', '2026-03-04T12:00:00+02:00', '2026-02-30T12:00:00Z', ''])(
    'reject %j',
    async (wrong) => {
      const problem = 'must be a date-time in UTC, e.g. 2026-03-10T12:00:00Z';
      const [{ id: diagramId }] = await api.must('diagrams.list');
      expect(await refusal('flows.create', {}, { name: 'F', diagramId, pinnedAt: wrong })).toEqual([
        422,
        [`pinnedAt: ${problem}`],
      ]);
      expect(await refusal('diagrams.update', { diagramId }, { pinnedAt: wrong })).toEqual([
        422,
        [`pinnedAt: ${problem}`],
      ]);
      const draft = { name: 'P', status: 'in-progress', summaryDirtiedAt: wrong };
      expect(await refusal('drafts.create', {}, draft)).toEqual([422, [`summaryDirtiedAt: ${problem}`]]);
    },
  );

  it.each(['2026-03-04T12:00:00Z', '2024-02-29T12:00:00.123Z', '2026-03-04T12:00Z'])(
    'accept %j',
    async (moment) => {
      const summary = { summary: 'Much', createdAt: moment, updatedAt: moment };
      const body = { name: 'P', status: 'in-progress', summaryDirtiedAt: moment, changeSummary: summary };
      const { id } = await api.must('drafts.create', {}, body);
      expect(await api.must('drafts.get', { draftId: id })).toMatchObject(body);
    },
  );
});

describe('what does not change', () => {
  it.each([
    ['domains', { name: 'D' }],
    ['tags.groups', { name: 'G', icon: 'bug', index: 0 }],
    ['drafts', { name: 'P', status: 'in-progress' }],
    ['comments', { body: { content: 'Why?', type: 'question', status: 'open' } }],
    ['diagrams', { name: 'D', index: 0, type: 'context-diagram' }],
  ])('an empty update of %s', async (id, body) => {
    const param = { 'tags.groups': 'tagGroupId', diagrams: 'diagramId' }[id] ?? `${id.slice(0, -1)}Id`;
    const made = await api.must(`${id}.create`, {}, id === 'diagrams' ? { ...body, modelId: rootId } : body);
    const at = { [param]: made.id };
    const log = await newest();
    expect(await api.must(`${id}.update`, at, {})).toEqual(made);
    expect(await api.must(`${id}.update`, at, { commit: 1 })).toEqual(made);
    expect((await api.perform(`${id}.update`, at, { body: { commit: 7 } })).status).toBe(409);
    expect(await api.must(`${id}.get`, at)).toEqual(made);
    expect(await newest()).toBe(log);
  });

  it('the root of a domain, which is deleted only with its domain', async () => {
    expect(await refusal('model.objects.delete', { modelObjectId: rootId })).toEqual([
      422,
      ['modelObjectId: is the root of its domain and can only be deleted with the domain'],
    ]);
    await api.must('domains.delete', { domainId });
    expect((await api.perform('model.objects.get', { modelObjectId: rootId })).status).toBe(404);
  });

  it('a merged draft, and one that was never merged', async () => {
    const body = { name: 'P', status: 'in-progress' };
    const { id: draftId } = await api.must('drafts.create', {}, body);
    const only = [422, ['status: cannot be set to merged; merge the draft instead']];
    const merged = { ...body, status: 'merged' };
    expect(await refusal('drafts.update', { draftId }, { status: 'merged' })).toEqual(only);
    expect(await refusal('drafts.upsert', { draftId }, merged)).toEqual(only);
    expect(await refusal('drafts.create', {}, merged)).toEqual(only);
    await api.must('drafts.merge', { draftId });
    expect(await refusal('drafts.update', { draftId }, { status: 'archived' })).toEqual([
      422,
      ['status: cannot change after the draft has been merged'],
    ]);
    const renamed = await api.must('drafts.update', { draftId }, { name: 'Done' });
    expect(renamed).toMatchObject({ name: 'Done', status: 'merged' });
  });

  it('a comment without labels', async () => {
    for (const it of await api.must('comments.list')) expect(it).not.toHaveProperty('labels');
    const body = { content: 'Why?', type: 'question', status: 'open' };
    expect(await api.must('comments.create', {}, { body })).not.toHaveProperty('labels');
    expect(await refusal('comments.create', {}, { body, labels: {} })).toEqual([
      422,
      ['labels: is not a valid field'],
    ]);
  });
});

describe('a group drawn as a box', () => {
  it('is accepted, and reported as a fault', async () => {
    const group = await api.must('model.objects.create', {}, { name: 'G', type: 'group', parentId: rootId });
    const size = { x: 0, y: 0, width: 9, height: 9 };
    const boxed = { id: 'g', modelId: group.id, ...size, type: 'group', shape: 'box' };
    const objects = { g: boxed, area: { ...boxed, id: 'area', shape: 'area' } };
    const body = { name: 'D', index: 0, type: 'context-diagram', modelId: rootId, objects };
    expect((await api.must('diagrams.create', {}, body)).objectCount.box).toBe(1);
    const fault = (path: string) => [expect.stringMatching(new RegExp(`^${path}: a group must be drawn as`))];
    expect(drawingWarnings(body)).toEqual(fault('objects\\.g\\.shape'));
    expect(drawingWarnings({ objects: { $add: { h: boxed } } })).toEqual(fault('objects\\.h\\.shape'));
    expect(drawingWarnings({ objects: { s: { ...boxed, type: 'system' } } })).toEqual([]);
    expect(drawingWarnings({})).toEqual([]);
  });
});
