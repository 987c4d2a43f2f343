import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Element, elementsOf, type Model, modelOf } from '../../src/model/document/element.js';
import { readModel } from '../../src/model/document/read.js';
import { writeModel } from '../../src/model/document/write.js';
import { cyclesIn } from '../../src/model/validate/cycles.js';
import { validate } from '../../src/model/validate/validate.js';
import { runs } from '../support/property-runs.js';
import { validModel } from '../support/valid-models.js';

const check = (text: string) => {
  const files = [{ path: 'model.yaml', text }];
  return validate(files, readModel(files));
};

describe('a valid model', () => {
  it('has no findings when it is written', () => {
    fc.assert(
      fc.property(validModel, fc.boolean(), (model, split) => {
        const files = writeModel(model, { split });
        expect(validate(files, readModel(files))).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });

  it('has findings if a referenced element is removed', () => {
    fc.assert(
      fc.property(validModel, fc.nat(), (model, which) => {
        const named = elementsOf(model, 'connection').map(({ fields }) => String(fields.origin));
        fc.pre(named.length > 0);
        const files = writeModel(without(model, named[which % named.length] ?? ''));
        const rules = validate(files, readModel(files)).map(({ rule }) => rule);
        expect(rules).toContain('reference/unknown');
      }),
      { numRuns: runs(30) },
    );
  });
});

/** The model without one object; its children are at the top level, and drawn as before. */
const without = (model: Model, id: string): Model =>
  modelOf(
    [...model.elements.values()].flatMap((ofKind): Element[] =>
      [...ofKind.values()].filter((it) => it.kind !== 'object' || it.id !== id),
    ),
    { namespace: 'a' },
  );

describe('cycles', () => {
  it('are found in every kind of reference', () => {
    const graph = fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(graph, (edges) => {
        const next = (node: string): string[] => (edges[Number(node)] ?? []).map(String);
        const nodes = edges.map((_, at) => String(at));
        const found = cyclesIn(nodes, next);
        for (const way of found)
          for (const [at, node] of way.entries()) expect(next(node)).toContain(way[(at + 1) % way.length]);
        expect(found.length > 0).toBe(nodes.some((it) => reaches(it, it, next)));
      }),
    );
  });

  it('are found in chains longer than the stack', () => {
    const length = 100_000;
    const next = (node: string): string[] => [String((Number(node) + 1) % length)];
    expect(cyclesIn(['0'], next).map((it) => it.length)).toEqual([length]);
  });
});

function reaches(
  from: string,
  to: string,
  next: (node: string) => string[],
  seen = new Set<string>(),
): boolean {
  return next(from).some((it) => {
    if (it === to) return true;
    if (seen.has(it)) return false;
    seen.add(it);
    return reaches(it, to, next, seen);
  });
}

describe('hostile files', () => {
  const many = 20_000;
  const repeat = (text: string, times = many): string => text.repeat(times);
  it.each([
    ['flow lists in each other', `objects: ${repeat('[')}${repeat(']')}`, 'yaml/depth'],
    ['maps in each other', `objects: ${repeat('{a: ')}${repeat('}')}`, 'yaml/depth'],
    ['keys of keys', repeat('? '), 'yaml/depth'],
    ['objects in each other', `domains: [{ id: a, name: A, ${nested(3_000)}`, 'yaml/depth'],
    ['an alias in itself', 'objects: &x\n- { id: a, name: A, type: group, objects: *x }', 'yaml/depth'],
    ['aliases of aliases', bomb(), 'schema/unknown-key'],
    [
      'an anchor many times',
      `x: &a ${repeat('y', 1_000)}\nobjects: [${repeat('*a, ', 2_000)}]`,
      'yaml/aliases',
    ],
    ['one key many times', repeat('namespace: a\n'), 'yaml/duplicate-key'],
    ['documents', repeat('---\n'), 'yaml/syntax'],
    ['control characters', repeat('\u0000{{{]]', 2_000), 'schema/shape'],
    ['tabs', 'objects:\n\t- id: a', 'yaml/syntax'],
    ['UTF-16', 'objects:\n'.replace(/./g, '$&\u0000'), 'schema/shape'],
    ['a quote without an end', `a: "${repeat('x\n')}`, 'yaml/syntax'],
    ['another kind of tag', 'objects: !!js/function "x"', 'schema/shape'],
    ['a merge key', 'x: &a { id: a }\nobjects: [{ <<: *a }]', 'schema/unknown-key'],
  ])('%s: a finding with a position', (_, text, rule) => {
    const found = check(text);
    expect(found.map((it) => it.rule)).toContain(rule);
    for (const { place, severity } of found)
      if (severity === 'error') expect(place?.from).toBeLessThanOrEqual(text.length);
  });
});

function nested(depth: number): string {
  const open = Array.from({ length: depth }, (_, at) => `objects: [{ id: a${at}, type: group, name: A, `);
  return `${open.join('')}${'}]'.repeat(depth)}}]`;
}

/** Nine lines that expand to nine to the power of nine entries. */
function bomb(): string {
  const lines = [...'abcdefgh'].map((name, at) => {
    const entries = Array.from({ length: 9 }, () => (at === 0 ? 'x' : `*${'abcdefgh'[at - 1]}`));
    return `${name}: &${name} [${entries.join(', ')}]`;
  });
  return `${lines.join('\n')}\nobjects: *h\n`;
}
