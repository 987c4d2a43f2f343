import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksOf } from '../../../src/contract/rules/links.js';
import {
  contentsOf,
  copyOf,
  handleClashes,
  SNAPSHOT_KINDS,
} from '../../../src/contract/rules/versions/version-copy.js';
import { memoryRecords, type StoredRecord } from '../../support/memory-records.js';
import { expectIsomorphic } from './isomorphic.js';
import { anyModel, smallModel, stored } from './model.js';

const FROM = { landscapeId: 'l1', versionId: 'v1' };
const TO = { landscapeId: 'l2', versionId: 'v2' };

const ids = () => {
  let count = 0;
  return () => {
    count += 1;
    return `new ${count}`;
  };
};
const copied = (records: readonly StoredRecord[]): StoredRecord[] => {
  const reader = memoryRecords(records);
  return copyOf(contentsOf(reader, FROM.versionId), FROM, TO, ids());
};

/** Resolved references, as kind and handle. */
const links = (records: readonly StoredRecord[]): string[] => {
  const byId = new Map(records.map(({ kind, doc }) => [`${kind} ${doc.id}`, doc.handleId]));
  return records
    .flatMap(({ kind, doc }) =>
      linksOf(kind, doc).map(
        (it) => `${kind} ${doc.handleId} ${it.field} ${it.kind} ${byId.get(`${it.kind} ${it.id}`)}`,
      ),
    )
    .sort();
};

/** Models in which texts and handles look like ids. */
const misleading = anyModel.map((records) =>
  records.map(
    ({ kind, doc }): StoredRecord => ({
      kind,
      doc: { ...doc, handleId: doc.id, name: doc.id, description: 'a', labels: { a: 'b', id: 'c' } },
    }),
  ),
);

describe('a copy of a version', () => {
  it('is isomorphic to its source, whatever texts look like', () => {
    fc.assert(
      fc.property(fc.oneof(anyModel, misleading), (records) => {
        const copy = copied(records);
        expectIsomorphic(records, copy);
        expect(links(copy)).toEqual(links(records));
        for (const [at, { kind, doc }] of contentsOf(memoryRecords(records), 'v1').entries()) {
          const { handleId, name, description, labels } = doc;
          expect(copy[at]).toMatchObject({ kind, doc: { handleId, versionId: 'v2' } });
          expect(copy[at]?.doc).toEqual({ ...copy[at]?.doc, name, description, labels });
          expect(copy[at]?.doc.id).toMatch(/^new /);
        }
      }),
    );
  });

  it('shares no values with its source', () => {
    const records = smallModel().all();
    const before = structuredClone(records);
    for (const { doc } of copied(records)) for (const field of Object.keys(doc)) delete doc[field];
    expect(records).toEqual(before);
  });

  it('names areas on diagrams after their model objects', () => {
    const content = stored('diagramContent', 'd', {
      objects: { 'shop-area': { id: 'shop-area', modelId: 'shop' }, other: { id: 'other', modelId: 'shop' } },
      connections: { c: { id: 'c', modelId: null, originId: 'shop-area', targetId: 'other' } },
      comments: {},
    });
    const [shop, , drawn] = copied([stored('modelObject', 'shop'), stored('diagram', 'd'), content]);
    const area = `${shop?.doc.id}-area`;
    expect(Object.keys(drawn?.doc.objects as object)).toContain(area);
    expect(drawn?.doc).toMatchObject({ objects: { [area]: { id: area, modelId: shop?.doc.id } } });
    expect(Object.values(drawn?.doc.connections as object)).toMatchObject([{ originId: area }]);
  });

  it('keeps ids of records outside the version', () => {
    const object = stored('modelObject', 'kafka', {
      teamIds: ['kafka'],
      technologyIds: ['kafka'],
      groupIds: ['kafka'],
    });
    const [copy] = copied([object]);
    expect(copy?.doc).toMatchObject({
      teamIds: ['kafka'],
      technologyIds: ['kafka'],
      groupIds: [copy?.doc.id],
    });
  });
});

describe('a snapshot', () => {
  it('contains everything except drafts', () => {
    expect(SNAPSHOT_KINDS).not.toContain('draft');
    expect(SNAPSHOT_KINDS).not.toContain('draftTask');
    expect(SNAPSHOT_KINDS).toContain('comment');
  });
});

describe('used handles', () => {
  it('are those of the same kind in the version', () => {
    const there = memoryRecords([stored('tag', 'x', { handleId: 'h', versionId: 'v2' })]);
    const found = [stored('tag', 'a', { handleId: 'h' }), stored('flow', 'b', { handleId: 'h' })];
    expect(handleClashes(there, found, 'v2')).toEqual([found[0]]);
    expect(handleClashes(there, found, 'v3')).toEqual([]);
  });
});
