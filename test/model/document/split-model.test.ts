import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Element, elementsOf, type Model, modelOf } from '../../../src/model/document/element.js';
import { rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
import { splitModel } from '../../../src/model/document/split-model.js';
import { writeModel } from '../../../src/model/document/write.js';
import { marksOf } from '../../../src/model/document/yaml/parse.js';
import { validate } from '../../../src/model/validate/validate.js';
import { runs } from '../../support/property-runs.js';
import { anyModel, contentOf } from '../../support/writable-models.js';

/** Two domains: the first with one system of many apps and their connections, the second with one app. */
function modelWith(apps: number): Model {
  const object = (id: string, type: string, above: Record<string, string>): Element => ({
    kind: 'object',
    id,
    fields: { name: `The ${id}`, type, caption: 'One of many.', ...above },
  });
  const numbers = Array.from({ length: apps }, (_, at) => at);
  return modelOf(
    [
      { kind: 'tagGroup', id: 'g', fields: { name: 'G', icon: 'star' } },
      { kind: 'tag', id: 't', fields: { name: 'T', color: 'blue', group: 'g' } },
      { kind: 'domain', id: 'big', fields: { name: 'Big' } },
      { kind: 'domain', id: 'small', fields: { name: 'Small' } },
      object('s', 'system', { domain: 'big' }),
      object('alone', 'system', { domain: 'small' }),
      object('only', 'app', { parent: 'alone' }),
      ...numbers.map((at) => object(`a${at}`, 'app', { parent: 's' })),
      ...numbers.map(
        (at): Element => ({
          kind: 'connection',
          id: `c${at}`,
          fields: { name: 'Calls', origin: `a${at}`, target: 'only', direction: 'outgoing', tags: ['t'] },
        }),
      ),
    ],
    { landscape: 'Large', namespace: 'large' },
  );
}

describe('a split model', () => {
  it('has each element once, in parts within the limit or with a single element', () => {
    fc.assert(
      fc.property(anyModel, fc.integer({ min: 1, max: 12 }), (model, most) => {
        const { parts, nesting } = splitModel(model, () => 1, most);
        const withBelow = (element: Element): Element[] => [
          element,
          ...(element.kind === 'domain' ? nesting.below({ field: 'domain', id: element.id }) : []).flatMap(
            withBelow,
          ),
          ...(element.kind === 'object' ? nesting.below({ field: 'parent', id: element.id }) : []).flatMap(
            withBelow,
          ),
        ];
        const all = parts.map(({ elements }) => elements.flatMap(withBelow));
        for (const [at, own] of all.entries())
          expect(own.length <= most || parts[at]?.elements.length === 1).toBe(true);
        const keys = all.flat().map(({ kind, id }) => `${kind} ${id}`);
        expect(keys).toHaveLength(new Set(keys).size);
        expect(keys).toHaveLength([...model.elements.values()].reduce((sum, { size }) => sum + size, 0));
      }),
      { numRuns: runs(15) },
    );
  });

  it('has separate parts for each domain, with the connections that start there', () => {
    const { parts } = splitModel(modelWith(4), () => 1, 4);
    const names = parts.map(({ domain, number, elements }) => [
      `${domain}/${number}`,
      elements.map(({ id }) => id).join(' '),
    ]);
    expect(Object.fromEntries(names)).toEqual({
      'undefined/1': 'g t',
      'big/1': 'big a0 a1',
      'big/2': 'a2 a3 c0 c1',
      'big/3': 'c2 c3',
      'small/1': 'small',
    });
  });
});

describe('a model that is too large for one file', () => {
  const model = modelWith(2_000);
  const most = 20_000;
  const files = writeModel(model, { mostMarks: most });
  const before = readModel(files);

  test('is written by domain, in files with room to grow', () => {
    const paths = files.map(({ path }) => path);
    expect(paths.slice(0, 3)).toEqual(['model.yaml', 'domain-big.yaml', 'domain-big-2.yaml']);
    expect(paths).toContain('domain-small.yaml');
    for (const { text } of files) expect(marksOf(text)).toBeLessThanOrEqual(most);
    expect(writeModel(model)).toHaveLength(1);
  });

  test('is read back, without findings', () => {
    expect(before.findings).toEqual([]);
    expect(validate(files, before).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(contentOf(before.model)).toEqual(contentOf(model));
  });

  test('is changed in the file of the changed element', () => {
    const changed = modelOf(
      [...elementsOf(model, 'object')].map((it) =>
        it.id === 'a1900' ? { ...it, fields: { ...it.fields, caption: 'Another.' } } : it,
      ),
    );
    const elements = new Map(model.elements).set('object', changed.elements.get('object') ?? new Map());
    const after = rewriteModel(files, { ...model, elements });
    const differing = after.filter(({ text }, at) => text !== files[at]?.text);
    expect(differing).toHaveLength(1);
    expect(differing[0]?.text).toContain('caption: Another.');
  });
});

test('fields have correct source locations, in nested elements, flow style and layout files', () => {
  const text = `domains:
  - id: d
    index: 3
    objects:
      - { id: a, name: A, type: system, tags: [x, "y"] }
      - id: b
        name: B
        links:
          - url: https://b.example
            name: Home
        objects:
          - {id: c, name: C, type: app}
    name: D
diagrams:
  - { id: p, name: P, type: app-diagram, of: b }
`;
  const layout = 'layoutOf: p\nobjects:\n  c: { x: 1, y: 2 }\n';
  const texts = new Map([
    ['m.yaml', text],
    ['l.yaml', layout],
  ]);
  const { model } = readModel([...texts].map(([path, it]) => ({ path, text: it })));
  const at = (kind: 'domain' | 'object' | 'diagram', id: string, path: string): string | undefined => {
    const place = model.elements.get(kind)?.get(id)?.places?.field(path);
    return place && texts.get(place.file)?.slice(place.from, place.to);
  };
  expect(at('object', 'a', 'tags[1]')).toBe('"y"');
  expect(at('object', 'b', 'links[0].name')).toBe('Home');
  expect(at('object', 'c', 'type')).toBe('app');
  expect(at('object', 'c', 'caption')).toBeUndefined();
  expect(at('domain', 'd', 'index')).toBe('3');
  expect(at('domain', 'd', 'name')).toBe('D');
  expect(at('diagram', 'p', 'of')).toBe('b');
  expect(at('diagram', 'p', 'layout.objects.c.y')).toBe('2');
});
