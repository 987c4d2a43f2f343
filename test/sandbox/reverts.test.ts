import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entriesOf } from '../../src/contract/doc.js';
import { FAMILIES } from '../../src/contract/families.js';
import type { Kind } from '../../src/contract/records.js';
import { expectIsomorphic } from '../contract/rules/isomorphic.js';
import type { StoredRecord } from '../support/memory-records.js';
import { drawnBox, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let versionId: string;
beforeEach(async () => {
  api = await openSandboxApi();
  versionId = (await freeze('Before')).id;
});
afterEach(() => api.sandbox.close());

const freeze = (name: string) =>
  api.must('versions.create', {}, { name, notes: 'For a while.', modelHandleId: null });
const revert = (more: object = {}) =>
  api.must('versionReverts.create', {}, { versionId, notes: 'Back to how it was.', ...more });

/** Model of a version, with its diagrams. */
async function model(version = 'latest'): Promise<StoredRecord[]> {
  const all: StoredRecord[] = [];
  const at = { versionId: version };
  for (const { shape, record } of FAMILIES.filter((it) => it.record.isModel)) {
    for (const doc of await api.must(`${shape.id}.list`, at)) {
      all.push({ kind: record.kind as Kind, doc });
      if (record.kind !== 'diagram') continue;
      const drawn = await api.must('diagrams.content.get', { ...at, diagramId: doc.id });
      all.push({ kind: 'diagramContent', doc: { ...drawn, handleId: doc.handleId } });
    }
  }
  return all;
}

/** The model without related drafts of decisions, which snapshots do not contain. */
const withoutDrafts = (all: readonly StoredRecord[]): StoredRecord[] =>
  all.map(({ kind, doc }) => {
    if (kind !== 'adr') return { kind, doc };
    const items = entriesOf(doc.relatedItems).filter(([, { type }]) => type !== 'draft');
    return { kind, doc: { ...doc, relatedItems: Object.fromEntries(items) } };
  });

const objects = (query = '') => api.must('model.objects.list', {}, undefined, query);
/** Changes, deletes and creates records of most kinds. */
async function upset(): Promise<void> {
  const [first, second] = await objects('?filter[type]=system');
  await api.must('model.objects.delete', { modelObjectId: first.id });
  await api.must(
    'model.objects.update',
    { modelObjectId: second.id },
    { name: 'Renamed', labels: { a: 'b' } },
  );
  const [diagram] = await api.must('diagrams.list');
  await api.must('diagrams.delete', { diagramId: diagram.id });
  const [flow] = await api.must('flows.list');
  if (flow)
    await api.must('flows.update', { flowId: flow.id }, { steps: { $remove: Object.keys(flow.steps) } });
  await api.must('tags.groups.create', {}, { name: 'Too new', icon: 'bug', index: 9 });
  await api.must('domains.create', {}, { name: 'Another' });
}

describe('reverting', () => {
  it('restores the whole model, including diagrams', async () => {
    const then = await model();
    await upset();
    await revert();
    expectIsomorphic(then, await model(), { without: ['index', 'comments'] });
    expectIsomorphic(await model(versionId), withoutDrafts(await model()), {
      without: ['index', 'comments'],
    });
  });

  it('creates a version of the previous state', async () => {
    await upset();
    const upsetModel = await model();
    await revert();
    const [kept] = await api.must(
      'versions.list',
      {},
      undefined,
      '?filter[name]=Before the revert to Before',
    );
    expect(kept).toMatchObject({ tags: [] });
    await revert({ versionId: kept.id });
    expectIsomorphic(upsetModel, await model(), { without: ['index', 'comments'] });
    await revert({ versionId: kept.id });
    const names = (await api.must('versions.list')).map((it: { name: string }) => it.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is listed, returned, and can be described with new notes', async () => {
    const made = await revert();
    expect(await api.must('versions.reverts.list')).toEqual([made]);
    const at = { versionRevertId: made.id };
    const changed = await api.must('versions.reverts.update', at, { notes: 'It was the import.' });
    expect(changed).toMatchObject({ ...made, notes: 'It was the import.', updatedAt: changed.updatedAt });
    expect(await api.must('versions.reverts.get', at)).toEqual(changed);
    const short = await api.perform('versions.reverts.update', at, { body: { notes: 'short' } });
    expect(short.body.errors).toEqual(['notes: must have at least 10 characters']);
    for (const id of ['versions.reverts.get', 'versions.reverts.update']) {
      const body = { notes: 'Nobody knows it.' };
      const options = id.endsWith('update') ? { body } : {};
      expect((await api.perform(id, { versionRevertId: 'nope' }, options)).status).toBe(404);
    }
  });

  it('does not change comments and drafts', async () => {
    const lists = async () => [await api.must('comments.list'), await api.must('drafts.list')];
    const [comments, drafts] = await lists();
    const [system] = await objects('?filter[type]=actor');
    await api.must('model.objects.update', { modelObjectId: system.id }, { name: 'Renamed' });
    await revert();
    expect(await lists()).toEqual([comments, drafts]);
  });

  it('logs its effects as children', async () => {
    await upset();
    const { id } = await revert();
    const query = `?filter[actionId]=${id}&filter[actionType]=version-revert-create`;
    const [log] = await api.must('landscapes.logs.list', {}, undefined, query);
    const children = await api.must('landscapes.logs.listChildren', { actionLogId: log.id });
    const types = new Set(children.map((it: { action: { type: string } }) => it.action.type));
    for (const type of [
      'version-create',
      'model-object-create',
      'model-object-update',
      'tag-group-delete',
      'diagram-create',
    ]) {
      expect(types).toContain(type);
    }
  });

  it('requires an admin', async () => {
    const key = await api.keyWith('write');
    const body = { versionId, notes: 'Back to how it was.' };
    expect((await api.perform('versionReverts.create', {}, { body, key })).status).toBe(403);
  });
});

describe('reverting chosen diagrams', () => {
  it('restores these and their content, and nothing else', async () => {
    const [chosen, other] = await api.must('diagrams.list', {}, undefined, '?filter[type]=app-diagram');
    for (const { id: diagramId } of [chosen, other])
      await api.must('diagrams.update', { diagramId }, { name: 'Changed' });
    const made = await revert({ diagramHandleIds: [chosen.handleId] });
    expect(made.diagramHandleIds).toEqual([chosen.handleId]);
    expect((await api.must('diagrams.get', { diagramId: chosen.id })).name).toBe(chosen.name);
    expect((await api.must('diagrams.get', { diagramId: other.id })).name).toBe('Changed');
  });

  it('creates drawn records again that were deleted', async () => {
    const [chosen] = await api.must('diagrams.list', {}, undefined, '?filter[type]=app-diagram');
    const { objects: drawn } = await api.must('diagrams.content.get', { diagramId: chosen.id });
    const [{ modelId }] = Object.values(drawn) as [{ modelId: string }];
    const object = await api.must('model.objects.get', { modelObjectId: modelId });
    await api.must('model.objects.delete', { modelObjectId: modelId });
    await revert({ diagramHandleIds: [chosen.handleId] });
    const [again] = await objects(`?filter[handleId]=${object.handleId}`);
    expect(again).toMatchObject({ name: object.name, type: object.type });
    const now = await api.must('diagrams.list', {}, undefined, `?filter[handleId]=${chosen.handleId}`);
    const content = await api.must('diagrams.content.get', { diagramId: now[0].id });
    const ids = Object.values(content.objects as Record<string, { modelId: string }>).map((it) => it.modelId);
    expect(ids).toContain(again.id);
    expect(ids).toHaveLength(Object.keys(drawn).length);
  });

  it('creates objects again without the children that stay deleted', async () => {
    const [{ id: parentId }] = await objects('?filter[type]=system');
    const app = await api.must('model.objects.create', {}, { name: 'A', type: 'app', parentId });
    const below = { name: 'C', type: 'component', parentId: app.id };
    await api.must('model.objects.create', {}, below);
    const box = drawnBox('b', app.id, 'app');
    const drawing = { name: 'D', index: 0, type: 'app-diagram', modelId: parentId, objects: { b: box } };
    const { handleId } = await api.must('diagrams.create', {}, drawing);
    const snapshot = await freeze('With a child');
    await api.must('model.objects.delete', { modelObjectId: app.id });
    await revert({ versionId: snapshot.id, diagramHandleIds: [handleId] });
    const [again] = await objects(`?filter[handleId]=${app.handleId}`);
    expect(again).toMatchObject({ childIds: [], childDiagramIds: [] });
  });

  it('is rejected for unknown handles', async () => {
    const body = { versionId, notes: 'Back to how it was.', diagramHandleIds: ['nope'] };
    const { status, body: answer } = await api.perform('versionReverts.create', {}, { body });
    expect({ status, errors: answer.errors }).toEqual({
      status: 422,
      errors: ['diagramHandleIds: there is no diagram with the handle nope'],
    });
  });
});
