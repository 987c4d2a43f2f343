import { describe, expect, it } from 'vitest';
import type { Doc } from '../../../src/contract/doc.js';
import type { Kind } from '../../../src/contract/records.js';
import { derive, initialFields } from '../../../src/contract/rules/derive.js';
import { smallModel } from './model.js';

function derived(kind: Kind, id: string) {
  const records = smallModel();
  const doc: Doc = records.get(kind, id) ?? { id };
  return derive(kind, doc, records);
}

describe('derived fields, without a sandbox', () => {
  it('of a model object list its ancestors, children and diagrams', () => {
    expect(derived('modelObject', 'web')).toEqual({
      linked: true,
      parentIds: ['root', 'shop'],
      childIds: [],
      childDiagramIds: [],
      diagrams: { overview: { id: 'overview', objectId: 'o1' } },
      flows: { s1: { id: 'buying', stepId: 's1' } },
    });
    expect(derived('modelObject', 'root')).toMatchObject({
      childIds: ['shop', 'bank'],
      childDiagramIds: ['overview'],
    });
  });

  it('of a connection list the steps that use it', () => {
    expect(derived('modelConnection', 'pays')).toEqual({
      linked: false,
      diagrams: {
        overview: { id: 'overview', connectionId: 'c1', originModelId: 'web', targetModelId: 'bank' },
      },
      flows: { s1: { id: 'buying', stepId: 's1' } },
    });
  });

  it('of a diagram count its content', () => {
    expect(derived('diagram', 'overview')).toMatchObject({ connectionCount: 1, commentCount: 0 });
  });

  it('terminate if parents form a cycle', () => {
    const records = smallModel();
    const root: Doc = { ...records.get('modelObject', 'root'), id: 'root', parentId: 'web' };
    records.put('modelObject', root);
    expect(derive('modelObject', root, records).parentIds).toEqual(['root', 'shop', 'web']);
  });
});

describe('a new record', () => {
  it('has defaults, and empty derived fields', () => {
    const birth = { index: 3, versionId: 'v1' };
    const [one, other] = [initialFields('modelObject', birth), initialFields('modelObject', birth)];
    expect(one).toMatchObject({ status: 'live', tagIds: [], childIds: [], linked: false, diagrams: {} });
    expect(one.tagIds).not.toBe(other.tagIds);
    expect(initialFields('flow', birth)).toMatchObject({ index: 3, steps: {} });
    expect(initialFields('draft', birth)).toMatchObject({ originVersionId: 'v1', diagramIds: [] });
  });
});
