import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let draftId: string;
let system: { id: string; name: string };
beforeEach(async () => {
  api = await openSandboxApi();
  draftId = (await api.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' })).id;
  [system] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
});
afterEach(() => api.sandbox.close());

const rename = (name: string, was: string) => ({
  type: 'draft-model-object-update',
  entityId: system.id,
  props: { name },
  snapshot: { name: was },
});
const group = (entityId: string) => ({
  type: 'draft-tag-group-create',
  entityId,
  props: { name: entityId, icon: 'star', index: 1 },
});
const add = (task: unknown) => api.must('drafts.tasks.create', { draftId }, { task });
const merge = () => api.perform('drafts.merge', { draftId });
const rebase = () => api.perform('drafts.rebase', { draftId });
const update = (body: unknown) => api.perform('drafts.update', { draftId }, { body });
const put = (draftTaskId: string, task: unknown) =>
  api.perform('drafts.tasks.upsert', { draftId, draftTaskId }, { body: { task } });

describe('the status of a draft', () => {
  it('becomes merged only by a merge', async () => {
    const { status, body } = await update({ status: 'merged' });
    expect([status, body.errors]).toEqual([
      422,
      ['status: cannot be set to merged; merge the draft instead'],
    ]);
    const whole = { name: 'Plan', status: 'merged' };
    expect((await api.perform('drafts.upsert', { draftId }, { body: whole })).status).toBe(422);
    expect((await api.perform('drafts.create', {}, { body: whole })).status).toBe(422);
    expect((await merge()).body.draft).toMatchObject({ status: 'merged', mergedBy: 'api-key' });
    expect((await update({ status: 'in-progress' })).status).toBe(422);
    expect((await update({ name: 'Done' })).body.draft).toMatchObject({ name: 'Done', status: 'merged' });
  });

  it.each(['archived', 'merged'])('%s refuses tasks, merges and rebases', async (closed) => {
    const { id } = await add(group('Before'));
    if (closed === 'merged') await merge();
    else expect((await update({ status: closed })).body.draft.status).toBe(closed);
    const create = await api.perform('drafts.tasks.create', { draftId }, { body: { task: group('Late') } });
    expect([create.status, create.body.code]).toEqual([409, 'draft-closed']);
    expect((await put(id, group('Other'))).status).toBe(409);
    expect((await merge()).status).toBe(409);
    expect((await rebase()).status).toBe(422);
  });

  it('can change from archived to in progress', async () => {
    await update({ status: 'archived' });
    await update({ status: 'in-progress' });
    await add(group('Again'));
    expect((await merge()).status).toBe(200);
  });
});

describe('summaryDirtiedAt', () => {
  it('is accepted and returned', async () => {
    const summaryDirtiedAt = '2026-03-01T10:00:00.000Z';
    expect((await update({ summaryDirtiedAt })).body.draft).toMatchObject({ summaryDirtiedAt });
    expect(await api.must('drafts.get', { draftId })).toMatchObject({ summaryDirtiedAt });
    expect((await update({ summaryDirtiedAt: 'soon' })).status).toBe(422);
  });
});

describe('a task with a given id', () => {
  it('is created, and replaced in place', async () => {
    const made = (await put('First', group('One'))).body.draftTask;
    expect(made).toMatchObject({ id: 'First', draftId, task: group('One') });
    await add(group('Two'));
    const again = (await put('First', group('Other'))).body.draftTask;
    expect(again).toEqual({ ...made, task: group('Other') });
    await merge();
    const names = (await api.must('tags.groups.list')).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Other', 'Two']));
    expect(names).not.toContain('One');
  });

  it('can create the same record again', async () => {
    await put('First', group('One'));
    expect((await put('First', { ...group('One'), props: { ...group('One').props, index: 2 } })).status).toBe(
      200,
    );
    expect((await put('Second', group('One'))).status).toBe(409);
  });

  it('is refused if another draft has it, and for readers', async () => {
    const other = await api.must('drafts.create', {}, { name: 'Other', status: 'in-progress' });
    await put('First', group('One'));
    const elsewhere = { draftId: other.id, draftTaskId: 'First' };
    expect((await api.perform('drafts.tasks.upsert', elsewhere, { body: { task: group('X') } })).status).toBe(
      409,
    );
    const reader = await api.keyWith('read');
    const own = { draftId, draftTaskId: 'Mine' };
    const send = (task: unknown) => api.perform('drafts.tasks.upsert', own, { body: { task }, key: reader });
    expect((await send(group('X'))).status).toBe(403);
    const comment = { body: { content: 'Why?', type: 'question', status: 'open' } };
    expect((await send({ type: 'draft-comment-create', entityId: 'Said', props: comment })).status).toBe(200);
    const nobody = { draftId: 'nobody', draftTaskId: 'First' };
    expect((await api.perform('drafts.tasks.upsert', nobody, { body: { task: group('X') } })).status).toBe(
      404,
    );
  });
});

describe('a rebase', () => {
  it('lets a merge overwrite later changes', async () => {
    await add(rename('Planned', system.name));
    await api.must('model.objects.update', { modelObjectId: system.id }, { name: 'Moved on' });
    expect((await merge()).status).toBe(409);
    const before = await api.must('drafts.get', { draftId });
    const { status, body } = await rebase();
    expect([status, body.draft.commit, body.draft.status]).toEqual([200, before.commit + 1, 'in-progress']);
    expect((await merge()).status).toBe(200);
    const { name } = await api.must('model.objects.get', { modelObjectId: system.id });
    expect(name).toBe('Planned');
  });

  it('takes over the current content of a diagram', async () => {
    const [diagram] = await api.must('diagrams.list');
    const { objects } = await api.must('diagrams.content.get', { diagramId: diagram.id });
    const [[id, was]] = Object.entries(objects) as [[string, { x: number }]];
    const move = (x: number) => ({ objects: { $update: { [id]: { x } } } });
    await add({
      type: 'draft-diagram-content-update',
      entityId: diagram.id,
      props: move(1),
      snapshot: move(was.x),
    });
    await api.must('diagrams.content.update', { diagramId: diagram.id }, move(2));
    expect((await merge()).status).toBe(409);
    await rebase();
    expect((await merge()).status).toBe(200);
    const after = await api.must('diagrams.content.get', { diagramId: diagram.id });
    expect(after.objects[id].x).toBe(1);
  });

  it('leaves deleted records as conflicts, and keeps records that the draft creates', async () => {
    await add(group('Mine'));
    const own = {
      type: 'draft-tag-group-update',
      entityId: 'Mine',
      props: { index: 2 },
      snapshot: { index: 1 },
    };
    const task = await add(own);
    await add(rename('Planned', system.name));
    await api.must('model.objects.delete', { modelObjectId: system.id });
    await rebase();
    const at = { draftId, draftTaskId: task.id };
    expect(await api.must('drafts.tasks.get', at)).toEqual(task);
    const { status, body } = await merge();
    expect([status, body.errors]).toEqual([409, [expect.stringContaining('no longer exists')]]);
  });

  it('is logged as an update of the draft, and refused for readers and empty drafts', async () => {
    await rebase();
    const [log] = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${draftId}`);
    expect(log.action).toMatchObject({ type: 'draft-update', id: draftId });
    const reader = await api.keyWith('read');
    expect((await api.perform('drafts.rebase', { draftId }, { key: reader })).status).toBe(403);
    expect((await api.perform('drafts.rebase', { draftId: 'nobody' })).status).toBe(404);
  });
});
