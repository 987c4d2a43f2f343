import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../../../src/contract/doc.js';
import type { Kind } from '../../../src/contract/records.js';
import { cascadeOf, referrersOf } from '../../../src/contract/rules/cascade.js';
import { detach, linksOf } from '../../../src/contract/rules/links.js';
import { type MemoryRecords, memoryRecords } from '../../support/memory-records.js';
import { anyModel, smallModel } from './model.js';

/** Applies a delete: cascaded records are removed, others lose their references. */
function deleteFrom(records: MemoryRecords, kind: Kind, id: string): string[] {
  const doc: Doc | undefined = records.get(kind, id);
  if (!doc) throw new Error(`There is no ${kind} ${id}.`);
  const gone = cascadeOf(records, kind, doc);
  for (const { source, targets } of referrersOf(records, gone)) {
    const left = targets.reduce((it, target) => detach(source.kind, it, target), source.doc);
    records.put(source.kind, left);
  }
  for (const it of gone.values()) records.remove(it.kind, it.doc.id);
  return [...gone.keys()];
}

const dangling = (records: MemoryRecords): string[] =>
  records
    .all()
    .flatMap(({ kind, doc }) => linksOf(kind, doc).map((link) => ({ kind, doc, link })))
    .filter(({ link }) => records.get(link.kind, link.id) === undefined)
    .map(({ kind, doc, link }) => `${kind} ${doc.id}: ${link.field} ${link.id}`);

describe('cascaded records', () => {
  it.each([
    [
      'a model object takes what is below it, its connections and diagrams',
      'modelObject',
      'shop',
      ['modelObject shop', 'modelObject web', 'modelConnection pays', 'diagram inside'],
    ],
    [
      'a diagram takes its content and its flows',
      'diagram',
      'overview',
      ['diagram overview', 'diagramContent overview', 'flow buying'],
    ],
    ['a tag group takes its tags', 'tagGroup', 'phase', ['tagGroup phase', 'tag now']],
    ['a connection takes nothing', 'modelConnection', 'pays', ['modelConnection pays']],
  ] as const)('%s', (_, kind, id, expected) => {
    expect(deleteFrom(smallModel(), kind, id).sort()).toEqual([...expected].sort());
  });

  it('a domain cascades to its content', () => {
    const records = smallModel();
    deleteFrom(records, 'domain', 'travel');
    expect(records.all().map(({ kind }) => kind)).toEqual(['tagGroup', 'tag']);
  });
});

describe('remaining records', () => {
  it('lose drawn objects, their lines, and ends of steps', () => {
    const records = smallModel();
    deleteFrom(records, 'modelObject', 'web');
    expect(records.get('diagramContent', 'overview')).toMatchObject({
      objects: { o2: { modelId: 'bank' } },
      connections: {},
    });
    expect(Object.keys(records.get('diagramContent', 'overview')?.objects ?? {})).toEqual(['o2']);
    expect(records.get('flow', 'buying')?.steps).toMatchObject({ s1: { originId: null, targetId: 'bank' } });
  });

  it('lose pairs with a deleted half', () => {
    const records = smallModel();
    deleteFrom(records, 'diagram', 'inside');
    expect(records.get('diagram', 'overview')?.zoomOverrides).toEqual({});
  });

  it('keep empty fields empty', () => {
    const records = smallModel();
    deleteFrom(records, 'diagram', 'overview');
    expect(records.get('diagram', 'inside')).toMatchObject({ parentId: null, zoomOverrides: null });
  });

  it('keep their other fields', () => {
    const records = smallModel();
    deleteFrom(records, 'tag', 'now');
    expect(records.get('modelObject', 'shop')).toMatchObject({ parentId: 'root', tagIds: [] });
  });

  it('have no dangling references, whatever the model and the delete', () => {
    fc.assert(
      fc.property(anyModel, fc.nat(), (model, choice) => {
        const records = memoryRecords(model);
        const known = new Set(dangling(records));
        const victim = model[choice % model.length];
        if (!victim) return;
        deleteFrom(records, victim.kind, victim.doc.id);
        expect(dangling(records).filter((it) => !known.has(it))).toEqual([]);
      }),
    );
  });
});
