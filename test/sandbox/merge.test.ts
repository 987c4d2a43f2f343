import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DraftTaskInput } from '../../src/contract/resources/draft-task.js';
import { drawnBox, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
beforeEach(async () => {
  api = await openSandboxApi();
});
afterEach(() => api.sandbox.close());

type Json = Record<string, unknown> & { id: string };

const list = (id: string, query = ''): Promise<Json[]> => api.must(id, {}, undefined, query);
const first = async (id: string, query = ''): Promise<Json> => {
  const [found] = await list(id, query);
  if (!found) throw new Error(`There is no ${id} ${query}`);
  return found;
};
const system = () => first('model.objects.list', '?filter[type]=system');

/** Creates a draft with these tasks. */
async function drafted(...tasks: DraftTaskInput[]) {
  const draft: Json = await api.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' });
  const ids: string[] = [];
  for (const task of tasks) {
    ids.push((await api.must('drafts.tasks.create', { draftId: draft.id }, { task })).id);
  }
  return { draftId: draft.id, ids };
}

const merge = (draftId: string): Promise<Json> => api.must('drafts.merge', { draftId });
const merging = (draftId: string) => api.perform('drafts.merge', { draftId });
/** Conflicts of a merge, without the ids of tasks. */
const conflictsOf = async (draftId: string): Promise<string[]> => {
  const { status, body } = await merging(draftId);
  expect(status).toBe(409);
  expect(body.code).toBe('draft-conflict');
  expect(body.message).toBe(`The draft cannot be merged: ${body.errors[0]}`);
  return body.errors.map((it: string) => it.replace(/^tasks\.\w{20}\./, ''));
};

const child = (entityId: string, parentId: string, more: object = {}): DraftTaskInput => ({
  type: 'draft-model-object-create',
  entityId,
  props: { name: entityId, type: 'app', parentId, ...more },
});
const renamed = (entityId: string, was: unknown, name: string): DraftTaskInput => ({
  type: 'draft-model-object-update',
  entityId,
  props: { name },
  snapshot: { name: was },
});

describe('merging a draft', () => {
  it('applies the tasks of the seeded draft', async () => {
    const draft = await first('drafts.list', '?filter[status]=in-progress');
    const merged = await merge(draft.id);
    expect(merged).toMatchObject({
      status: 'merged',
      mergedBy: 'api-key',
      mergedById: api.sandbox.adminKey.id,
      commit: Number(draft.commit) + 1,
    });
    expect(merged.mergedAt).toBe(merged.updatedAt);
    const loyalty = await first('model.objects.list', '?filter[name]=Loyalty Service');
    const made = await first('model.connections.list', `?filter[targetId]=${loyalty.id}`);
    expect(made).toMatchObject({ name: 'Publishes paid bookings', commit: 1 });
    const parent = await api.must('model.objects.get', { modelObjectId: String(loyalty.parentId) });
    expect(parent.childIds).toContain(loyalty.id);
    const changed = (await list('model.connections.list')).map((it) => it.description);
    expect(changed).toContain('Ordered by passenger, so that points are counted once.');
    const contents = (await list('comments.list')).map((it) => (it.body as Json).content);
    expect(contents).toContain('Do points expire at the end of the season?');
  });

  it('creates, changes and deletes each kind of record, with tasks based on earlier ones', async () => {
    const { id: parentId } = await system();
    const app = await api.must('model.objects.create', {}, { name: 'Old', type: 'app', parentId });
    const { draftId } = await drafted(
      { type: 'draft-tag-group-create', entityId: 'group', props: { name: 'G', icon: 'bug', index: 0 } },
      {
        type: 'draft-tag-create',
        entityId: 'tag',
        props: { name: 'T', color: 'blue', groupId: 'group', index: 0 },
      },
      child('made', parentId, { tagIds: ['tag'] }),
      renamed('made', 'made', 'Made'),
      {
        type: 'draft-diagram-group-create',
        entityId: 'folder',
        props: { name: 'Folder', modelId: parentId },
      },
      {
        type: 'draft-diagram-create',
        entityId: 'diagram',
        props: { name: 'D', index: 0, modelId: parentId, type: 'app-diagram', groupId: 'folder' },
      },
      {
        type: 'draft-diagram-content-update',
        entityId: 'diagram',
        props: {
          objects: {
            $add: {
              box: drawnBox('box', 'made', 'app'),
            },
          },
        },
        snapshot: { objects: { $remove: ['box'] } },
      },
      {
        type: 'draft-flow-create',
        entityId: 'flow',
        props: {
          name: 'F',
          diagramId: 'diagram',
          steps: { s: { id: 's', index: 0, description: 'first', originId: 'made' } },
        },
      },
      {
        type: 'draft-flow-update',
        entityId: 'flow',
        props: { steps: { $update: { s: { description: 'second' } } } },
        snapshot: { steps: { $update: { s: { description: 'first' } } } },
      },
      { type: 'draft-model-object-delete', entityId: app.id },
    );
    await merge(draftId);
    const get = (id: string, parameters: Record<string, string>) => api.must(id, parameters);
    const made = await get('model.objects.get', { modelObjectId: 'made' });
    expect(made).toMatchObject({ name: 'Made', tagIds: ['tag'], commit: 2 });
    expect(made.diagrams).toEqual({ diagram: { id: 'diagram', objectId: 'box' } });
    expect(await get('tags.get', { tagId: 'tag' })).toMatchObject({ modelObjectIds: ['made'] });
    expect(await get('diagrams.get', { diagramId: 'diagram' })).toMatchObject({
      groupId: 'folder',
      objectCount: { app: 1 },
    });
    const flow = await get('flows.get', { flowId: 'flow' });
    expect(flow.steps.s).toMatchObject({ description: 'second', originId: 'made' });
    expect((await api.perform('model.objects.get', { modelObjectId: app.id })).status).toBe(404);
  });

  it('writes comments and replies', async () => {
    const body = { content: 'Why?', type: 'question', status: 'open' };
    const old = await api.must('comments.create', {}, { body });
    const reply = { commentId: 'asked', entityId: 'reply' };
    const { draftId } = await drafted(
      { type: 'draft-comment-create', entityId: 'asked', props: { body } },
      { type: 'draft-comment-reply-create', ...reply, props: { content: 'Because' } },
      { type: 'draft-comment-reply-create', ...reply, entityId: 'other', props: { content: 'No' } },
      {
        type: 'draft-comment-reply-update',
        ...reply,
        props: { content: 'Just so' },
        snapshot: { content: 'Because' },
      },
      { type: 'draft-comment-reply-delete', ...reply, entityId: 'other' },
      {
        type: 'draft-comment-update',
        entityId: old.id,
        props: { body: { ...body, status: 'resolved' } },
        snapshot: { body },
      },
    );
    await merge(draftId);
    expect(await api.must('comments.get', { commentId: 'asked' })).toMatchObject({ replyCount: 1 });
    expect((await api.must('comments.get', { commentId: old.id })).body.status).toBe('resolved');
    await api.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const { records } = (await api.send('GET', '/sandbox/state')).body;
    expect(records.commentReply).toBe(2);
    await api.must('comments.delete', { commentId: 'asked' });
    expect((await api.send('GET', '/sandbox/state')).body.records.commentReply).toBe(1);
  });

  it('is one log entry with a child for each change', async () => {
    const { id, name } = await system();
    const { draftId } = await drafted(child('made', id), renamed(id, name, 'Anew'));
    await merge(draftId);
    const [log] = await list('landscapes.logs.list', '?filter[actionType]=draft-merge');
    expect(log).toMatchObject({ parentId: null, action: { id: draftId, context: { name: 'Plan' } } });
    const children: Json[] = await api.must('landscapes.logs.listChildren', { actionLogId: log?.id ?? '' });
    expect(children.map((it) => (it.action as Json).type).sort()).toEqual([
      'model-object-create',
      'model-object-update',
    ]);
  });

  it('requires a draft in progress', async () => {
    for (const status of ['merged', 'archived']) {
      const draft = await api.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' });
      if (status === 'merged') await merge(draft.id);
      else await api.must('drafts.update', { draftId: draft.id }, { status });
      const { status: code, body } = await merging(draft.id);
      expect([code, body.code, body.message]).toEqual([
        409,
        'draft-closed',
        `The draft is ${status}, not in-progress.`,
      ]);
    }
    expect((await merging('nope')).status).toBe(404);
  });

  it('requires a key with write permission', async () => {
    const { draftId } = await drafted();
    const reader = await api.keyWith('read');
    expect((await api.perform('drafts.merge', { draftId }, { key: reader })).status).toBe(403);
    expect(await merge(draftId)).toMatchObject({ status: 'merged' });
  });
});

describe('conflicts', () => {
  it('are fields that changed concurrently', async () => {
    const { id, name } = await system();
    const { draftId, ids } = await drafted(renamed(id, name, 'Mine'));
    await api.must('model.objects.update', { modelObjectId: id }, { name: 'Theirs' });
    const { body } = await merging(draftId);
    expect(body).toEqual({
      message: `The draft cannot be merged: ${body.errors[0]}`,
      code: 'draft-conflict',
      errors: [`tasks.${ids[0]}.snapshot.name: was ${JSON.stringify(name)} when drafted, is now "Theirs"`],
    });
    expect(await api.must('drafts.get', { draftId })).toMatchObject({ status: 'in-progress' });
  });

  it('are not fields that the task does not change, nor those of earlier tasks', async () => {
    const { id, name } = await system();
    const { draftId } = await drafted(
      renamed(id, name, 'One'),
      renamed(id, 'One', 'Two'),
      renamed(id, name, 'Three'),
    );
    await api.must('model.objects.update', { modelObjectId: id }, { description: 'Theirs' });
    await merge(draftId);
    const after = await api.must('model.objects.get', { modelObjectId: id });
    expect(after).toMatchObject({ name: 'Three', description: 'Theirs' });
  });

  it('are not reordered lists, empty values, or ids added or removed twice', async () => {
    const { id } = await system();
    const [a = '', b = '', c = ''] = (await list('tags.list')).map((it) => it.id);
    const modelObjectId = id;
    await api.must(
      'model.objects.update',
      { modelObjectId },
      { tagIds: [a, b], description: '', caption: '' },
    );
    const update = (props: object, snapshot: object): DraftTaskInput => ({
      type: 'draft-model-object-update',
      entityId: id,
      props,
      snapshot,
    });
    const whole = await drafted(
      update(
        { tagIds: [c], caption: 'C', description: 'D' },
        { tagIds: [b, a], caption: '', description: '' },
      ),
    );
    await merge(whole.draftId);
    const added = await drafted(update({ tagIds: { $add: [c, a] } }, { tagIds: { $remove: [c, a] } }));
    await merge(added.draftId);
    const after = await api.must('model.objects.get', { modelObjectId });
    expect([...after.tagIds].sort()).toEqual([a, c].sort());
  });

  it('are records that were deleted or already created', async () => {
    const { id: parentId } = await system();
    const app = await api.must('model.objects.create', {}, { name: 'A', type: 'app', parentId });
    const gone = await drafted(
      renamed(app.id, 'A', 'B'),
      { type: 'draft-model-object-delete', entityId: app.id },
      child('taken', parentId),
    );
    const deleted = await drafted({ type: 'draft-model-object-delete', entityId: app.id });
    await api.must('model.objects.delete', { modelObjectId: app.id });
    await api.must('model.objects.upsert', { modelObjectId: 'taken' }, { name: 'T', type: 'app', parentId });
    const missing = `entityId: the model object ${app.id} no longer exists`;
    expect(await conflictsOf(gone.draftId)).toEqual([missing, 'entityId: the model object taken now exists']);
    expect(await conflictsOf(deleted.draftId)).toEqual([missing]);
  });

  it('are references to deleted records, and changes that no request could make', async () => {
    const { id: parentId } = await system();
    const app = await api.must('model.objects.create', {}, { name: 'A', type: 'app', parentId });
    const { draftId } = await drafted(
      child('below', app.id, { type: 'component' }),
      child('odd', parentId, { type: 'component' }),
    );
    await api.must('model.objects.delete', { modelObjectId: app.id });
    expect(await conflictsOf(draftId)).toEqual([
      `props.parentId: there is no model object ${app.id} in this version`,
      'props.parentId: type component must be under app or store, not system',
    ]);
  });

  it('are entries of a flow that were changed, added or removed', async () => {
    const diagram = await first('diagrams.list');
    const step = (id: string, description: string) => ({ id, index: 0, description });
    const steps = { a: step('a', 'A'), b: step('b', 'B'), c: step('c', 'C') };
    const flow = await api.must('flows.create', {}, { name: 'F', diagramId: diagram.id, steps });
    const { draftId } = await drafted({
      type: 'draft-flow-update',
      entityId: flow.id,
      props: {
        steps: {
          $update: { a: { description: 'A2' }, b: { description: 'B2' } },
          $add: { d: step('d', 'D') },
          $remove: ['c'],
        },
      },
      snapshot: {
        steps: {
          $update: { a: { description: 'A' }, b: { description: 'B' } },
          $remove: ['d'],
          $add: { c: step('c', 'C') },
        },
      },
    });
    const theirs = {
      steps: {
        $update: { a: { description: 'A1' }, c: { description: 'C1' } },
        $remove: ['b'],
        $add: { d: step('d', 'D1') },
      },
    };
    await api.must('flows.update', { flowId: flow.id }, theirs);
    expect(await conflictsOf(draftId)).toEqual([
      'snapshot.steps.a.description: was "A" when drafted, is now "A1"',
      'snapshot.steps.b: no longer exists',
      'snapshot.steps.c.description: was "C" when drafted, is now "C1"',
      'snapshot.steps.d: already exists',
    ]);
  });

  it('change nothing, and are all reported at once', async () => {
    const { id, name } = await system();
    const other = await first('model.objects.list', '?filter[type]=actor');
    const { draftId } = await drafted(
      child('made', id),
      renamed(id, name, 'Mine'),
      renamed(other.id, other.name, 'Mine'),
    );
    for (const modelObjectId of [id, other.id]) {
      await api.must('model.objects.update', { modelObjectId }, { name: 'Theirs' });
    }
    const before = [await list('model.objects.list'), await list('landscapes.logs.list')];
    expect(await conflictsOf(draftId)).toHaveLength(2);
    expect([await list('model.objects.list'), await list('landscapes.logs.list')]).toEqual(before);
  });

  it('are not deletes of records that an earlier task cascaded to', async () => {
    const { id: parentId } = await system();
    const app = await api.must('model.objects.create', {}, { name: 'A', type: 'app', parentId });
    const below = await api.must(
      'model.objects.create',
      {},
      { name: 'C', type: 'component', parentId: app.id },
    );
    const { draftId } = await drafted(
      { type: 'draft-model-object-delete', entityId: app.id },
      { type: 'draft-model-object-delete', entityId: below.id },
    );
    await merge(draftId);
    expect((await api.perform('model.objects.get', { modelObjectId: below.id })).status).toBe(404);
  });
});
