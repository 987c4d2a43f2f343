import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffModels } from '../../../src/model/compare/diff.js';
import { mergeModels } from '../../../src/model/compare/merge.js';
import {
  type Element,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../../../src/model/document/element.js';
import { rewriteFile } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { runs } from '../../support/property-runs.js';
import { anyModel } from '../../support/writable-models.js';

const object = (id: string, fields: Record<string, Value> = {}): Element => ({
  kind: 'object',
  id,
  fields: { name: id, type: 'system', ...fields },
});
const model = (...elements: Element[]): Model => modelOf(elements);
const fieldsOf = (merged: Model, id: string) => elementOf(merged, 'object', id)?.fields;
const hasCircle = (it: Model): boolean =>
  elementsOf(it, 'object').some(({ id }) => {
    const seen = new Set<Value | undefined>();
    for (
      let at: Value | undefined = id;
      typeof at === 'string';
      at = elementOf(it, 'object', at)?.fields.parent
    ) {
      if (seen.has(at)) return true;
      seen.add(at);
    }
    return false;
  });
/** Complete content of a model, independent of order. */
const contentOf = (it: Model): unknown =>
  new Map(
    [...it.elements].map(([kind, of]) => [kind, new Map([...of].map(([id, { fields }]) => [id, fields]))]),
  );

describe('merged models', () => {
  it('equal the changed side if the other side did not change', () => {
    fc.assert(
      fc.property(anyModel, anyModel, (base, other) => {
        for (const [ours, theirs] of [
          [other, base],
          [base, other],
          [other, other],
        ] as const) {
          const merged = mergeModels(base, ours, theirs);
          expect(merged.conflicts).toEqual([]);
          expect(contentOf(merged.model)).toEqual(contentOf(other));
        }
      }),
      { numRuns: runs(16) },
    );
  });
  it('keep the changes of one side unchanged, including errors', () => {
    const base = model({ kind: 'domain', id: 'd', fields: { name: 'D' } });
    const other = model(object('a', { domain: 'd' }));
    expect(mergeModels(base, other, base)).toMatchObject({ conflicts: [] });
    expect(contentOf(mergeModels(base, base, other).model)).toEqual(contentOf(other));
  });
  it('are the same with both sides swapped, unless they conflict', () => {
    fc.assert(
      fc.property(anyModel, anyModel, anyModel, (base, one, other) => {
        const [here, there] = [mergeModels(base, one, other), mergeModels(base, other, one)];
        expect(here.conflicts.length).toBe(there.conflicts.length);
        if (here.conflicts.length > 0) return;
        const sorted = (it: Model) => [...(it.elements.get('object')?.keys() ?? [])].sort();
        expect(sorted(here.model)).toEqual(sorted(there.model));
      }),
      { numRuns: runs(16) },
    );
  });
  it('can be written into our files', () => {
    fc.assert(
      fc.property(anyModel, anyModel, anyModel, (base, one, other) => {
        const { model: merged } = mergeModels(base, one, other);
        // Two moves can form a cycle of parents, which no file can contain: that is rejected.
        fc.pre(!hasCircle(merged));
        const again = readModel(rewriteFile(writeModel(one)[0] ?? { path: 'x', text: '' }, merged)).model;
        const wanted = readModel(writeModel(merged)).model;
        expect(diffModels(again, wanted, { exact: true })).toEqual([]);
      }),
      { numRuns: runs(10) },
    );
  });

  it('contain changes of both sides to different fields of an element', () => {
    const merged = mergeModels(
      model(object('a', { status: 'live' })),
      model(object('a', { status: 'future' })),
      model(object('a', { status: 'live', caption: 'New' })),
    );
    expect(merged.conflicts).toEqual([]);
    expect(fieldsOf(merged.model, 'a')).toMatchObject({ status: 'future', caption: 'New' });
  });
  it('keep our value and report a conflict if both sides changed a field', () => {
    const [base, ours, theirs] = ['a', 'b', 'c'].map((caption) => model(object('x', { caption })));
    if (!base || !ours || !theirs) throw new Error('unreachable');
    const merged = mergeModels(base, ours, theirs);
    expect(fieldsOf(merged.model, 'x')?.caption).toBe('b');
    expect(merged.conflicts).toEqual([
      { kind: 'object', id: 'x', field: 'caption', base: 'a', ours: 'b', theirs: 'c' },
    ]);
  });
  it('merge lists of ids item by item', () => {
    const tags = (...of: string[]) => model(object('x', { tags: of }));
    const merged = mergeModels(tags('a', 'b'), tags('b', 'c'), tags('a', 'b', 'd'));
    expect(merged.conflicts).toEqual([]);
    expect(fieldsOf(merged.model, 'x')?.tags).toEqual(['b', 'c', 'd']);
  });
  it('contain an unknown field of their side', () => {
    const group = (fields: Record<string, Value>): Model =>
      modelOf([{ kind: 'tagGroup', id: 'g', fields: { name: 'G', icon: 'bug', ...fields } }]);
    const merged = mergeModels(group({}), group({}), group({ index: 3 }));
    expect(elementOf(merged.model, 'tagGroup', 'g')?.fields.index).toBe(3);
  });

  it('keep an element that one side removed if the other put something below it', () => {
    const base = model(object('a'));
    const merged = mergeModels(base, model(), model(object('a'), object('b', { parent: 'a' })));
    expect(fieldsOf(merged.model, 'a')).toBeDefined();
    expect(merged.conflicts).toEqual([{ kind: 'object', id: 'a', removedBy: 'ours' }]);
  });

  const drawing = (objects: Value, layout: Value): Model =>
    modelOf([{ kind: 'diagram', id: 'd', fields: { name: 'D', type: 'app-diagram', objects, layout } }]);
  const place = (x: number, y: number) => ({ x, y });
  it('merge diagram content by object and positions by number', () => {
    const merged = mergeModels(
      drawing([{ object: 'a' }, { object: 'b' }], { objects: { a: place(0, 0), b: place(9, 9) } }),
      drawing([{ object: 'a' }, { object: 'b' }, { object: 'c' }], {
        objects: { a: place(5, 0), b: place(9, 9) },
      }),
      drawing([{ object: 'a' }], { objects: { a: place(0, 7) } }),
    );
    expect(merged.conflicts).toEqual([]);
    expect(elementOf(merged.model, 'diagram', 'd')?.fields).toMatchObject({
      objects: [{ object: 'a' }, { object: 'c' }],
      layout: { objects: { a: place(5, 7) } },
    });
  });

  it('omit what one side removed and the other kept, and keep what it changed', () => {
    const base = model(object('a'), object('b'));
    expect(fieldsOf(mergeModels(base, base, model(object('a'))).model, 'b')).toBeUndefined();
    const merged = mergeModels(
      base,
      model(object('a'), object('b', { caption: 'Ours' })),
      model(object('a')),
    );
    expect(fieldsOf(merged.model, 'b')).toMatchObject({ caption: 'Ours' });
    expect(merged.conflicts).toEqual([{ kind: 'object', id: 'b', removedBy: 'theirs' }]);
  });
});
