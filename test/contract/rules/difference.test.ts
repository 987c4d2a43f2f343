import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocOfKind } from '../../../src/contract/rules/cascade.js';
import { differencesOf, type RecordChange } from '../../../src/contract/rules/versions/difference.js';
import { contentsOf, copyOf } from '../../../src/contract/rules/versions/version-copy.js';
import { memoryRecords } from '../../support/memory-records.js';
import { runs } from '../../support/property-runs.js';
import { anyModel, smallModel, stored } from './model.js';

const LIVE = { landscapeId: 'l', versionId: 'v1' };
const THEN = { landscapeId: 'l', versionId: 'then' };

/** A snapshot of these records: the same with new ids and reordered maps. */
function snapshotOf(records: readonly DocOfKind[]): DocOfKind[] {
  let count = 0;
  const copies = copyOf(records, LIVE, THEN, () => {
    count += 1;
    return `copy-${count}`;
  });
  return copies
    .map(({ kind, doc }) => ({ kind, doc: { ...doc, commit: 7, updatedAt: '2026-01-01' } }))
    .reverse();
}

const small = (): DocOfKind[] => contentsOf(smallModel(), 'v1');

/** Each kind has its own ids, as in the service. */
const model = anyModel.map((records) =>
  contentsOf(memoryRecords(records.filter(({ kind }) => kind !== 'diagramContent' && kind !== 'flow')), 'v1'),
);

const change = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('rename', 'delete', 'add', 'label'),
  text: fc.string(),
});

/** Changes to the records. */
function changed(
  records: readonly DocOfKind[],
  changes: readonly { at: number; what: string; text: string }[],
): DocOfKind[] {
  let all = [...records];
  for (const [step, { at, what, text }] of changes.entries()) {
    const found = all[at % all.length];
    if (!found) return all;
    const { kind, doc } = found;
    const fields = what === 'label' ? { labels: { [text]: text } } : { name: text, description: text };
    if (what === 'add') all.push(stored(kind, `added ${step}`, { name: text }));
    else all = all.filter((it) => it !== found);
    if (what === 'rename' || what === 'label') all.push({ kind, doc: { ...doc, ...fields } });
  }
  return all;
}

const comparable = (changes: readonly RecordChange[]) =>
  changes
    .map(({ kind, change: what, identity, fields }) => ({ kind, what, identity, fields }))
    .sort((a, b) => (`${a.kind} ${a.identity}` < `${b.kind} ${b.identity}` ? -1 : 1));

const OTHER_WAY = { added: 'removed', removed: 'added', changed: 'changed' } as const;

const mirrored = (changes: readonly RecordChange[]): RecordChange[] =>
  changes.map((it) => ({
    ...it,
    change: OTHER_WAY[it.change],
    fields: it.fields.map(({ field, from, to }) => ({ field, from: to, to: from })),
  }));

describe('the difference of two sides', () => {
  it('is empty between a side and itself, and between a version and its snapshot', () => {
    fc.assert(
      fc.property(fc.oneof(model, fc.constant(small())), (records) => {
        expect(differencesOf({ records }, { records })).toEqual([]);
        expect(differencesOf({ records }, { records: snapshotOf(records) })).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });

  it('is inverted in the opposite direction', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const before = { records: snapshotOf(small()) };
        const after = { records: changed(small(), changes) };
        const there = differencesOf(before, after);
        expect(comparable(differencesOf(after, before))).toEqual(comparable(mirrored(there)));
        expect(differencesOf(after, { records: snapshotOf(after.records) })).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });

  it('lists added, removed and changed records, by handle', () => {
    const drawnOut = small().filter(({ kind }) => kind !== 'diagramContent');
    const now = drawnOut.flatMap((it): DocOfKind[] => {
      if (it.doc.id === 'pays') return [];
      if (it.doc.id !== 'web') return [it];
      const fields = {
        name: 'Web',
        parentId: 'bank',
        tagIds: ['now'],
        labels: { owner: 'ada' },
        updatedAt: 'now',
      };
      return [{ kind: it.kind, doc: { ...it.doc, ...fields } }];
    });
    const added = stored('modelObject', 'fax', {
      name: 'Fax',
      parentId: 'root',
      status: 'live',
      external: false,
    });
    const changes = differencesOf({ records: snapshotOf(drawnOut) }, { records: [...now, added] });
    expect(comparable(changes)).toEqual([
      { kind: 'modelConnection', what: 'removed', identity: 'pays-handle', fields: expect.any(Array) },
      {
        kind: 'modelObject',
        what: 'added',
        identity: 'fax-handle',
        fields: [
          { field: 'name', from: null, to: 'Fax' },
          { field: 'parentId', from: null, to: 'root-handle' },
        ],
      },
      {
        kind: 'modelObject',
        what: 'changed',
        identity: 'web-handle',
        fields: [
          { field: 'labels', from: null, to: { owner: 'ada' } },
          { field: 'name', from: null, to: 'Web' },
          { field: 'parentId', from: 'shop-handle', to: 'bank-handle' },
          { field: 'tagIds', from: null, to: ['now-handle'] },
        ],
      },
    ]);
  });

  it('matches steps of a flow by their ends, so that an inserted step moves none', () => {
    const step = (id: string, index: number, text: string, ends: object = {}) => ({
      [id]: { id, index, description: text, originId: 'o1', targetId: 'bank', viaId: null, ...ends },
    });
    const flow = (steps: object) => [
      ...small().filter(({ kind }) => kind === 'modelObject'),
      stored('flow', 'buying', { diagramId: 'overview', steps }),
    ];
    const aliases = new Map([['o1', 'web']]);
    const before = { records: flow({ ...step('a', 0, 'Asks'), ...step('b', 1, 'Pays') }), aliases };
    const after = {
      records: flow({
        ...step('z', 0, 'Opens', { originId: 'bank', targetId: 'web' }),
        ...step('y', 2, 'Pays twice'),
        ...step('x', 1, 'Asks', { originId: 'web' }),
      }),
      aliases,
    };
    const [{ fields } = { fields: [] }] = differencesOf(before, after);
    expect(fields.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['steps.bank-handle → web-handle', null, expect.objectContaining({ description: 'Opens' })],
      ['steps.web-handle → bank-handle #2.description', 'Pays', 'Pays twice'],
    ]);
  });

  it('treats omitted fields as defaults, and ignores identities', () => {
    const doc = { id: '1', name: 'Till', type: 'app', parentId: null };
    const full = { ...doc, id: '2', status: 'live', tagIds: [], links: {}, handleId: 'h', labels: {} };
    const one = (it: typeof doc) => ({ records: [{ kind: 'modelObject', doc: it } as const] });
    const identity = (it: DocOfKind): string => String(it.doc.name);
    expect(differencesOf(one(doc), one(full), { identity })).toEqual([]);
    expect(differencesOf(one(doc), one(full)).map((it) => it.change)).toEqual(['removed', 'added']);
  });
});
