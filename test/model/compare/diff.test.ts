import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedParts, reportedChanges } from '../../../src/model/compare/change-report.js';
import { type Change, diffModels } from '../../../src/model/compare/diff.js';
import { linesOf } from '../../../src/model/compare/lines.js';
import { ELEMENT_KINDS, elementsOf, type Model, modelOf } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { runs } from '../../support/property-runs.js';
import { anyModel } from '../../support/writable-models.js';

const document = (text: string): Model => readModel([{ path: 'model.yaml', text }]).model;
const keyOf = ({ kind, id, change }: Change): string => `${kind} ${id} ${change}`;
const TURNED = { added: 'removed', removed: 'added', changed: 'changed' } as const;

/** A model that reuses the ids of another, so that elements exist on both sides and differ. */
function withIdsOf(one: Model, other: Model): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => {
    const ids = elementsOf(one, kind).map(({ id }) => id);
    return elementsOf(other, kind).map((it, at) => ({ ...it, id: ids[at] ?? it.id }));
  });
  return modelOf(elements);
}

describe('differences of models', () => {
  test('of a model and itself are empty, in any order of elements', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        expect(diffModels(model, model)).toEqual([]);
        const turned = modelOf(ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).toReversed()));
        expect(diffModels(model, turned)).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });

  test('are inverted in the opposite direction; each one has a differing part', () => {
    fc.assert(
      fc.property(anyModel, anyModel, (one, another) => {
        const other = withIdsOf(one, another);
        const there = diffModels(one, other);
        const back = diffModels(other, one);
        const turned = back.map((it) => keyOf({ ...it, change: TURNED[it.change] }));
        expect(there.map(keyOf).sort()).toEqual(turned.sort());
        for (const change of there.filter((it) => it.change === 'changed')) {
          expect(changedParts(change).length).toBeGreaterThan(0);
          expect(linesOf(change).length).toBeGreaterThan(0);
        }
        expect(reportedChanges(there)).toHaveLength(there.length);
      }),
      { numRuns: runs(50) },
    );
  });

  const DRAWN = `
objects: [{ id: a, type: system, name: A }, { id: b, type: system, name: B }, { id: g, type: group, name: G }]
connections: [{ id: ab, origin: a, target: b, name: AB }]
`;
  test.each([
    [
      'lines that are left out are those between what is drawn',
      'objects: [a, b]',
      'objects: [b, a], connections: [ab]',
      [],
    ],
    ['shapes and ids that are left out', 'objects: [g]', 'objects: [{ id: g, object: g, shape: area }]', []],
    ['a line that is not drawn', 'objects: [a, b]', 'objects: [a, b], connections: []', ['connections']],
    [
      'a layout that one side leaves open',
      'objects: [a]',
      'objects: [a], layout: { objects: { a: { x: 1, y: 2 } } }, index: 4',
      [],
    ],
    [
      'a size that one side leaves open',
      'layout: { objects: { a: { x: 1, y: 2 } } }',
      'layout: { objects: { a: { x: 1, y: 2, width: 9 } } }',
      [],
    ],
    [
      'a place',
      'layout: { objects: { a: { x: 1, y: 2 } } }',
      'layout: { objects: { a: { x: 1, y: 3 } } }',
      ['layout.objects.a.y'],
    ],
  ])('diagrams: %s', (_, before, after, paths) => {
    const with_ = (fields: string) =>
      document(`${DRAWN}diagrams: [{ id: d, type: context-diagram, name: D, ${fields} }]\n`);
    const changes = diffModels(with_(before), with_(after));
    expect(changes.flatMap(changedParts).map(({ path }) => path)).toEqual(paths);
  });

  test('of an ordered list omit equal items at both ends', () => {
    const with_ = (...steps: string[]) =>
      document(
        `flows: [{ id: f, name: F, diagram: d, steps: [${steps.map((it) => `{ description: ${it} }`).join(', ')}] }]\n`,
      );
    const [change] = diffModels(with_('one', 'two', 'three'), with_('one', 'new', 'two', 'three'));
    expect(change && changedParts(change)).toEqual([{ path: 'steps[1]', to: { description: 'new' } }]);
  });

  test('keys of labels may be any text', () => {
    const with_ = (key: string) => document(`domains: [{ id: d, name: D, labels: { ${key}: x } }]\n`);
    expect(diffModels(with_('constructor'), with_('__proto__'))).toHaveLength(1);
    expect(diffModels(with_('__proto__'), with_('__proto__'))).toEqual([]);
  });
});
