import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODEL_KINDS } from '../../../src/contract/rules/order.js';
import { planRevert } from '../../../src/contract/rules/versions/revert.js';
import { contentsOf, copyOf, SNAPSHOT_KINDS } from '../../../src/contract/rules/versions/version-copy.js';
import { type MemoryRecords, memoryRecords, type StoredRecord } from '../../support/memory-records.js';
import { expectIsomorphic } from './isomorphic.js';
import { anyModel, smallModel, stored } from './model.js';

const LIVE = { landscapeId: 'l', versionId: 'v1' };
const THEN = { landscapeId: 'l', versionId: 'then' };

const counter = () => {
  let count = 0;
  return () => {
    count += 1;
    return `new ${count}`;
  };
};

/** The records and a snapshot of them. */
function frozen(records: readonly StoredRecord[]): { reader: MemoryRecords; newId: () => string } {
  const newId = counter();
  const reader = memoryRecords(records);
  const copies = copyOf(contentsOf(reader, 'v1', SNAPSHOT_KINDS), LIVE, THEN, newId);
  for (const { kind, doc } of copies) reader.put(kind, doc);
  return { reader, newId };
}

function revert({ reader, newId }: ReturnType<typeof frozen>, diagramHandleIds?: string[]) {
  const plan = planRevert(reader, { snapshotId: 'then', liveId: 'v1', newId, diagramHandleIds });
  for (const { kind, next } of plan.writes) reader.put(kind, next);
  for (const { kind, doc } of plan.removals) reader.remove(kind, doc.id);
  return plan;
}

const modelOf = (reader: MemoryRecords, versionId: string) => contentsOf(reader, versionId, MODEL_KINDS);

/** Each kind has its own ids, as in the service. */
const anyRecords = anyModel.map((records) =>
  records.filter(({ kind }) => kind !== 'diagramContent' && kind !== 'flow'),
);

/** Changes to a live version after a snapshot. */
const changes = fc.array(
  fc.record({ at: fc.nat(), what: fc.constantFrom('rename', 'delete', 'add'), text: fc.string() }),
  { maxLength: 8 },
);

describe('a revert', () => {
  it('gives the live version the content of the snapshot, whatever changed', () => {
    fc.assert(
      fc.property(changes, (happened) => {
        const model = frozen(smallModel().all());
        for (const [step, { at, what, text }] of happened.entries()) {
          const live = modelOf(model.reader, 'v1');
          const { kind, doc } = live[at % live.length] ?? stored('tag', 'none');
          if (what === 'delete') model.reader.remove(kind, doc.id);
          if (what === 'rename') model.reader.put(kind, { ...doc, name: text, status: 'future' });
          if (what === 'add')
            model.reader.put(kind, { ...doc, id: `added ${step}`, handleId: `added ${step}` });
        }
        revert(model);
        expectIsomorphic(modelOf(model.reader, 'then'), modelOf(model.reader, 'v1'), {
          without: ['comments'],
        });
        expect(revert(model)).toMatchObject({ writes: [], removals: [], diagramHandleIds: [] });
      }),
    );
  });

  it('changes nothing without changes, in models of any shape', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        expect(revert(frozen(records))).toMatchObject({ writes: [], removals: [], diagramHandleIds: [] });
      }),
    );
  });

  it('creates records again with the ids that others refer to', () => {
    const model = frozen(smallModel().all());
    model.reader.remove('modelObject', 'web');
    revert(model);
    const [web] = modelOf(model.reader, 'v1').filter(({ doc }) => doc.handleId === 'web-handle');
    expect(model.reader.get('modelConnection', 'pays')).toMatchObject({ originId: web?.doc.id });
    expect(web?.doc).toMatchObject({ parentId: 'shop', commit: 1 });
  });

  it('does not change comments on a diagram', () => {
    const comments = { p: { id: 'p', commentId: 'said', x: 0, y: 0 } };
    const model = frozen(smallModel().all());
    const content = model.reader.get('diagramContent', 'overview');
    if (content) model.reader.put('diagramContent', { ...content, comments, objects: {}, connections: {} });
    expect(revert(model).diagramHandleIds).toEqual(['overview-handle']);
    const now = model.reader.get('diagramContent', 'overview');
    expect(now).toMatchObject({ comments });
    expect(Object.values(now?.objects ?? {}).map(({ modelId }) => modelId)).toEqual(['web', 'bank']);
  });
});

describe('a revert of chosen diagrams', () => {
  const names = (reader: MemoryRecords) =>
    Object.fromEntries(modelOf(reader, 'v1').map(({ kind, doc }) => [`${kind} ${doc.handleId}`, doc.name]));

  it('restores their content, and changes nothing else', () => {
    const model = frozen(smallModel().all());
    for (const { kind, doc } of modelOf(model.reader, 'v1'))
      model.reader.put(kind, { ...doc, name: 'other' });
    revert(model, ['overview-handle']);
    expect(names(model.reader)).toMatchObject({
      'modelObject web-handle': undefined,
      'modelObject bank-handle': undefined,
      'modelConnection pays-handle': undefined,
      'diagram overview-handle': undefined,
      'flow buying-handle': undefined,
      'modelObject shop-handle': 'other',
      'diagram inside-handle': 'other',
      'tag now-handle': 'other',
    });
  });

  it('creates required records again', () => {
    const model = frozen(smallModel().all());
    for (const id of ['web', 'shop']) model.reader.remove('modelObject', id);
    model.reader.remove('tag', 'now');
    revert(model, ['overview-handle']);
    const there = names(model.reader);
    for (const name of ['modelObject web-handle', 'modelObject shop-handle', 'tag now-handle']) {
      expect(there).toHaveProperty([name]);
    }
  });

  it('deletes a diagram that did not exist, and no other', () => {
    const model = frozen(smallModel().all());
    for (const id of ['one', 'two'])
      model.reader.put('diagram', stored('diagram', id, { modelId: 'root' }).doc);
    const { removals } = revert(model, ['one-handle']);
    expect(removals.map(({ doc }) => doc.id)).toEqual(['one']);
  });
});
