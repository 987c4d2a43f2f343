import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../../src/model/dialects/resolve/resolve.js';
import type { Sketch, SketchNode, SketchType } from '../../../src/model/dialects/sketch.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { validate } from '../../../src/model/validate/validate.js';

const sketchOf = (more: Partial<Sketch>): Sketch => ({
  nodes: [],
  edges: [],
  views: [],
  flows: [],
  findings: [],
  ...more,
});
const node = (
  key: string,
  type: SketchType,
  parent?: string,
  more: Partial<SketchNode> = {},
): SketchNode => ({
  key,
  name: key,
  type,
  ...(parent !== undefined && { parent }),
  ...more,
});

const wordOf = fc.oneof(
  fc.constantFrom('API', 'Database', 'Web', ''),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const anyKey = fc.constantFrom(...keys, 'nowhere');
const types = fc.constantFrom<SketchType>('domain', 'group', 'actor', 'system', 'app', 'store', 'component');
const sketches = fc.record({
  title: wordOf,
  nodes: fc.tuple(
    ...keys.map((key) =>
      fc.record({
        key: fc.constant(key),
        name: wordOf,
        type: types,
        parent: fc.option(anyKey, { nil: undefined }),
        groups: fc.array(anyKey, { maxLength: 2 }),
        technology: wordOf,
        tags: fc.array(wordOf, { maxLength: 2 }),
      }),
    ),
  ),
  edges: fc.array(fc.record({ key: anyKey, from: anyKey, to: anyKey, name: wordOf }), { maxLength: 6 }),
  views: fc.array(
    fc.record({
      key: anyKey,
      name: wordOf,
      type: fc.constantFrom('context-diagram', 'app-diagram', 'component-diagram'),
      of: fc.option(anyKey, { nil: undefined }),
      nodes: fc.array(anyKey, { maxLength: 5 }),
    }),
    { maxLength: 3 },
  ),
  flows: fc.array(
    fc.record({
      name: wordOf,
      view: anyKey,
      steps: fc.array(fc.record({ from: anyKey, to: anyKey, text: wordOf }), { maxLength: 3 }),
    }),
    { maxLength: 2 },
  ),
}) as fc.Arbitrary<Partial<Sketch>>;

describe('resolving a sketch to a model', () => {
  it('always gives a valid model that is read back unchanged', () => {
    fc.assert(
      fc.property(sketches, (given) => {
        const { model } = resolve(sketchOf(given));
        const files = writeModel(model);
        const read = readModel(files);
        expect(validate(files, read).filter(({ severity }) => severity === 'error')).toEqual([]);
        for (const kind of ['object', 'connection', 'diagram', 'flow', 'tag'] as const)
          expect(elementsOf(read.model, kind).length).toBe(elementsOf(model, kind).length);
      }),
    );
  });

  it('keeps valid parents', () => {
    const { model, findings } = resolve(
      sketchOf({
        title: 'Ferry Platform',
        nodes: [
          node('travel', 'domain'),
          node('partners', 'group', 'travel'),
          node('booking', 'system', 'travel'),
          node('edge', 'group', 'booking'),
          node('api', 'app', 'edge', { technology: 'Node.js, GraphQL' }),
          node('db', 'store', 'booking'),
          node('quotes', 'component', 'api'),
          node('payments', 'system', 'partners', { external: true }),
        ],
        edges: [{ from: 'api', to: 'db', name: 'Stores bookings' }],
        views: [{ key: 'v', name: 'Booking', type: 'app-diagram', of: 'booking', nodes: ['api', 'db'] }],
        flows: [{ name: 'Book', view: 'v', steps: [{ from: 'api', to: 'db', text: 'Keeps it' }] }],
      }),
    );
    expect(findings).toEqual([]);
    expect(model.landscape).toBe('Ferry Platform');
    const fields = Object.fromEntries(elementsOf(model, 'object').map((it) => [it.id, it.fields]));
    expect(fields).toMatchObject({
      partners: { type: 'group', domain: 'travel' },
      edge: { type: 'group', domain: 'travel' },
      api: { parent: 'booking', groups: ['edge'], technologies: ['node-js', 'graphql'] },
      quotes: { parent: 'api', type: 'component' },
      payments: { parent: 'partners', external: true },
    });
    expect(elementsOf(model, 'diagram')).toMatchObject([{ fields: { of: 'booking' } }]);
    expect(elementsOf(model, 'flow')[0]?.fields.steps).toEqual([
      { origin: 'api', target: 'db', description: 'Keeps it' },
    ]);
  });

  it('adds missing parents once, and reports them', () => {
    const { model, findings } = resolve(
      sketchOf({
        title: 'Shop',
        nodes: [node('web', 'app'), node('db', 'store'), node('cart', 'component')],
      }),
    );
    const names = elementsOf(model, 'object').map(({ fields }) => [fields.name, fields.type]);
    expect(names).toEqual([
      ['Shop System', 'system'],
      ['web', 'app'],
      ['db', 'store'],
      ['Shop System App', 'app'],
      ['cart', 'component'],
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual(['import/inferred', 'import/inferred']);
  });

  it('makes names unique within their parent, and reports that', () => {
    const { model, findings } = resolve(
      sketchOf({
        nodes: [
          node('one', 'system'),
          node('two', 'system'),
          node('a', 'store', 'one', { name: 'Database' }),
          node('b', 'store', 'two', { name: 'Database' }),
          node('c', 'store', 'two', { name: 'Database' }),
        ],
      }),
    );
    const names = elementsOf(model, 'object').map(({ fields }) => fields.name);
    expect(names.filter((it) => `${it}`.startsWith('Database'))).toEqual([
      'Database',
      'Database',
      'Database (two)',
    ]);
    expect(findings).toHaveLength(1);
  });

  it('reports omitted parts: unknown ends, views of unknown elements, unknown technologies', () => {
    const { model, findings } = resolve(
      sketchOf({
        nodes: [node('a', 'system', undefined, { technology: 'Rust, Redis' }), node('d', 'domain')],
        edges: [
          { from: 'a', to: 'nobody', name: 'Asks' },
          { from: 'a', to: 'd', name: 'Asks' },
        ],
        views: [{ key: 'v', name: 'Empty', type: 'context-diagram', nodes: ['nobody'] }],
      }),
      { catalog: new Map([['redis', 'redis']]) },
    );
    expect(elementsOf(model, 'connection')).toEqual([]);
    expect(elementsOf(model, 'object')[0]?.fields.technologies).toEqual(['redis']);
    expect(findings.map(({ rule }) => rule)).toEqual(['import/inferred', ...Array(3).fill('import/lost')]);
  });

  it('keeps unknown technologies of objects and connections as labels', () => {
    const { model, findings } = resolve(
      sketchOf({
        nodes: [
          node('a', 'system', undefined, { technology: 'Rust; Redis/json', labels: { tier: '1' } }),
          node('b', 'system', undefined, { technology: 'sql', labels: { technology: 'own' } }),
        ],
        edges: [{ from: 'a', to: 'b', name: 'Asks', technology: 'https' }],
      }),
      { catalog: new Map([['redis', 'redis']]) },
    );
    expect(elementsOf(model, 'object').map(({ fields }) => [fields.technologies, fields.labels])).toEqual([
      [['redis'], { tier: '1', technology: 'Rust, json' }],
      [undefined, { technology: 'own', unknownTechnology: 'sql' }],
    ]);
    expect(elementsOf(model, 'connection')[0]?.fields).toMatchObject({ labels: { technology: 'https' } });
    expect(findings.map(({ message }) => message)).toContain(
      'There is no technology "https" in the catalog: it becomes the label "technology" of "Asks".',
    );
  });

  it('moves a component out of a component, and gives a view a valid subject', () => {
    const { model, findings } = resolve(
      sketchOf({
        nodes: [
          node('booking', 'system'),
          node('api', 'app', 'booking'),
          node('quotes', 'component', 'api'),
          node('rules', 'component', 'quotes'),
        ],
        views: [{ key: 'v', name: 'Quotes', type: 'context-diagram', of: 'quotes', nodes: ['rules'] }],
      }),
    );
    expect(elementsOf(model, 'object').at(-1)?.fields).toMatchObject({ name: 'rules', parent: 'api' });
    expect(elementsOf(model, 'diagram')[0]?.fields).toMatchObject({ type: 'component-diagram', of: 'api' });
    expect(findings.map(({ message }) => message)).toEqual([
      'The component "rules" is inside another: it is moved next to that component.',
    ]);
  });

  it('moves long texts into the description', () => {
    const long = `${'many words '.repeat(12)}end`;
    const { model } = resolve(
      sketchOf({
        nodes: [node('a', 'system'), node('b', 'system')],
        edges: [{ from: 'a', to: 'b', name: long }],
      }),
    );
    const [connection] = elementsOf(model, 'connection');
    expect(connection?.fields.description).toBe(long);
    expect(String(connection?.fields.name).length).toBeLessThanOrEqual(81);
  });

  it('reports fields that a domain does not have, and keeps its labels', () => {
    const place = { file: 'x', from: 3, to: 9 };
    const { model, findings } = resolve(
      sketchOf({
        nodes: [
          node('sales', 'domain', undefined, {
            description: 'All of it.',
            links: [{ url: 'https://example.com' }],
            tags: [],
            status: 'live',
            labels: { cost: '7' },
            place,
          }),
        ],
      }),
    );
    expect(elementsOf(model, 'domain')).toMatchObject([{ fields: { name: 'sales', labels: { cost: '7' } } }]);
    expect(findings).toEqual([
      {
        rule: 'import/lost',
        severity: 'warning',
        message: 'A domain has no description or links: these fields of "sales" are not imported.',
        place,
      },
    ]);
  });

  it('keeps two connections that differ in text, and one of two equal ones', () => {
    const edge = { from: 'a', to: 'b', name: 'Asks', tags: ['new'] };
    const { model, findings } = resolve(
      sketchOf({
        nodes: [node('a', 'system'), node('b', 'system')],
        edges: [edge, { ...edge }, { ...edge, tags: ['old'] }, { ...edge, links: [{ url: 'https://x.y' }] }],
      }),
    );
    expect(elementsOf(model, 'connection').map(({ fields }) => [fields.tags, fields.links])).toEqual([
      [['new'], undefined],
      [['old'], undefined],
      [['new'], [{ url: 'https://x.y' }]],
    ]);
    expect(findings.map(({ message }) => message)).toEqual(['1 duplicate connection merged.']);
  });

  it('keeps equal names at any depth, and adds short numbers to many of one parent', () => {
    const teams = (parent: (at: number) => string | undefined): unknown[] => {
      const nodes = Array.from({ length: 2_000 }, (_, at) =>
        node(`${at}`, 'group', parent(at), { name: 'Team' }),
      );
      const { model } = resolve(sketchOf({ nodes }));
      return elementsOf(model, 'object').map(({ fields }) => fields.name);
    };
    expect(new Set(teams((at) => (at === 0 ? undefined : `${at - 1}`)))).toEqual(new Set(['Team']));
    const names = teams((at) => (at === 0 ? undefined : '0'));
    expect(names.slice(0, 4)).toEqual(['Team', 'Team', 'Team (Team)', 'Team (Team) 2']);
    expect(new Set(names).size).toBe(1_999);
    expect(Math.max(...names.map((it) => `${it}`.length))).toBeLessThan(20);
  });

  it('reports a long text only if it is long', () => {
    const wide = `Asks${' '.repeat(200)}for it`;
    const { model, findings } = resolve(
      sketchOf({
        nodes: [node('a', 'system'), node('b', 'system')],
        edges: [{ from: 'a', to: 'b', name: wide }],
      }),
    );
    expect(elementsOf(model, 'connection')[0]?.fields.name).toBe('Asks for it');
    expect(findings).toEqual([]);
  });

  it('creates no flow if none of its steps can be drawn', () => {
    const { model, findings } = resolve(
      sketchOf({
        nodes: [node('a', 'system'), node('b', 'system')],
        views: [{ key: 'v', name: 'V', type: 'context-diagram', nodes: ['a'] }],
        flows: [{ name: 'F', view: 'v', steps: [{ from: 'a', to: 'b', text: 'x' }] }],
      }),
    );
    expect(elementsOf(model, 'flow')).toEqual([]);
    expect(findings.map(({ message }) => message)).toEqual([
      '1 step of the flow "F" skipped: an end is not on its diagram.',
    ]);
  });
});
