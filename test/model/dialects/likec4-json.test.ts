import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLikeC4 } from '../../../src/model/dialects/read/likec4/likec4.js';
import { formatOfText } from '../../../src/model/dialects/recognize.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const TEXT = readFileSync(new URL('./likec4/ferry.json', import.meta.url), 'utf8');
const FERRY = JSON.parse(TEXT);
const read = (given: unknown) =>
  imported(readLikeC4, typeof given === 'string' ? given : JSON.stringify(given, null, 1));

describe('JSON of "likec4 export json" becomes a model', () => {
  it('with elements, their properties, and those of their kinds', () => {
    const { fields, types, findings } = read(FERRY);
    expect(types).toEqual({
      passenger: 'actor',
      ferry: 'system',
      shop: 'app',
      books: 'store',
      weather: 'system',
    });
    expect(fields).toMatchObject({
      passenger: { name: 'Passenger', caption: 'Travels by sea' },
      ferry: {
        description: 'Sells **cabins**\nand berths.',
        tags: ['public'],
        labels: { owner: 'Ada', ports: 'Oslo, Kiel' },
        links: [{ url: 'https://ferry.example/repo', name: 'Repository' }],
      },
      books: { parent: 'ferry', technologies: ['postgresql'], tags: ['data'] },
      weather: { external: true },
    });
    expect(findings.filter((it) => it.includes(' syntax '))).toEqual([]);
  });

  it('with relationships, including what extensions add', () => {
    const { connections, model } = read(FERRY);
    expect(connections).toEqual(['passenger books with shop', 'shop asks weather', 'shop async books']);
    expect(elementsOf(model, 'connection').map(({ fields }) => fields)).toMatchObject([
      { description: 'each trip', tags: ['public'] },
      { labels: { every: 'hour' } },
      { technologies: ['kafka'] },
    ]);
  });

  it('with diagrams as LikeC4 computes them, and flows', () => {
    const { diagrams, model } = read(FERRY);
    expect(diagrams).toEqual({
      Inside: ['ferry', 'shop', 'books', 'weather'],
      People: ['passenger', 'ferry', 'weather'],
      'Book a trip': ['passenger', 'shop', 'books', 'weather'],
    });
    expect(elementsOf(model, 'diagram').map(({ fields }) => fields.description)).toEqual([
      'The parts',
      undefined,
      undefined,
    ]);
    expect(elementsOf(model, 'flow').map(({ fields }) => fields.steps)).toEqual([
      [
        { origin: 'passenger', target: 'shop', description: 'orders' },
        { origin: 'shop', target: 'books', description: '' },
        { origin: 'books', target: 'shop', description: 'confirms', type: 'reply' },
        { origin: 'shop', target: 'weather', description: 'checks' },
        { origin: 'shop', target: 'passenger', description: 'answers', type: 'reply' },
      ].map(({ description, ...it }) => (description === '' ? it : { ...it, description })),
    ]);
  });

  it('and reports each loss and guess with its line', () => {
    const { findings } = read(FERRY);
    const lines = TEXT.split('\n');
    const lineOf = (id: string): number => lines.findIndex((it) => it.includes(id)) + 1;
    expect(findings.map((it) => it.replace(/^main:\d+ /, ''))).toEqual([
      'lost Tags of views are not imported.',
      'lost Links of views are not imported.',
      'lost The style of ferry on the view is not imported.',
      'lost Groups of views are not imported; their elements are.',
      'lost Parallel steps become sequential steps.',
      'lost Notes of flows are not imported.',
      'inferred The dynamic view booking: steps against the only relationship are replies.',
      'lost The deployment view live is not imported.',
      'lost The deployment is not imported.',
    ]);
    expect(findings[0]).toMatch(`main:${lineOf('"inside": {')} `);
    expect(findings[7]).toMatch(`main:${lineOf('"live": {')} `);
  });

  it('with the connections of a view if it does not show all of them', () => {
    const view = FERRY.views.inside;
    const some = {
      ...view,
      edges: view.edges.slice(0, 1),
    };
    const connectionsOf = (views: object) =>
      elementsOf(read({ ...FERRY, views }).model, 'diagram')[0]?.fields.connections;
    expect(connectionsOf({ inside: view })).toBeUndefined();
    expect(connectionsOf({ inside: some })).toEqual([{ connection: 'shop-async-books' }]);
  });

  it('from older versions, with lists of views and plain texts', () => {
    const { fields, connections, diagrams, findings } = read({
      specification: { tags: [], elements: { system: {} }, relationships: {} },
      elements: {
        a: { id: 'a', kind: 'system', title: 'A', description: 'Plain', technology: null, tags: null },
        b: { id: 'b', kind: 'system', title: 'B' },
      },
      relations: { r: { id: 'r', source: 'a', target: 'b', title: 'asks' } },
      views: [{ __: 'element', id: 'all', title: 'All', nodes: [{ id: 'a' }, { id: 'b' }], edges: [] }],
    });
    expect(fields.a).toMatchObject({ name: 'A', description: 'Plain' });
    expect(connections).toEqual(['a asks b']);
    expect(diagrams).toEqual({ All: ['a', 'b'] });
    expect(findings).toEqual([]);
  });

  it('with other projects, branches and stories reported', () => {
    const booking = FERRY.views.booking;
    const edges = booking.edges.map((it: { id: string }) => ({ ...it, id: `${it.id}:alt.01` }));
    const { findings, model } = read({
      ...FERRY,
      project: { id: 'ferries', title: 'Ferries' },
      imports: { other: [{ id: 'x' }] },
      deployments: { elements: {} },
      relations: { r: { id: 'r', source: { model: 'ferry' }, target: { model: '@other.x' }, title: 'asks' } },
      views: { booking: { ...booking, edges }, tale: { id: 'tale', _type: 'story', sourcePath: 'a.c4' } },
    });
    expect(model.namespace).toBe('ferries');
    expect(elementsOf(model, 'flow')).toEqual([]);
    expect(findings.map((it) => it.replace(/^main:\d+ /, ''))).toEqual([
      'lost The dynamic view booking is skipped: it contains more than steps.',
      'lost Notes of flows are not imported.',
      'lost The story view tale is not imported.',
      'lost Imports from other projects are not supported: they are skipped.',
      'lost The relationship "asks" refers to @other.x, which does not exist.',
    ]);
  });

  it('is recognized by its content', () => {
    expect(formatOfText({ text: TEXT })).toBe('likec4');
    expect(formatOfText({ text: JSON.stringify(FERRY) })).toBe('likec4');
    expect(formatOfText({ text: '{"specification": {}, "elements": {}}' })).toBeUndefined();
  });

  it('and fails with the place if it is not such a file', () => {
    expect(read('{').findings).toEqual(['main:1 syntax The file is not a JSON export of LikeC4.']);
    expect(read('{ "model": {} }').findings).toEqual([
      'main:1 syntax The file is not a JSON export of LikeC4.',
    ]);
    const twice = FERRY.elements;
    expect(
      read({ ...FERRY, elements: { ...twice, again: twice.ferry }, views: {}, relations: {} }).findings[0],
    ).toContain('The element "ferry" is defined twice.');
  });

  it('whatever the values are', () => {
    const value = fc.oneof(
      fc.constantFrom('a', 'a.b', null, true, 7, [], {}, '@group', 'dynamic'),
      fc.string(),
    );
    const node = fc.dictionary(
      fc.constantFrom('id', 'kind', 'title', 'source', 'target', 'nodes', 'edges', 'tags', 'links', 'style'),
      fc.oneof(value, fc.array(fc.dictionary(fc.constantFrom('id', 'url', 'model', 'label'), value))),
    );
    const part = fc.dictionary(fc.constantFrom('a', 'a.b', '__proto__', ''), fc.oneof(value, node));
    const keys = fc.constantFrom('specification', 'relations', 'views', 'deployments', 'imports', 'project');
    fc.assert(
      fc.property(part, fc.dictionary(keys, part), (elements, rest) => {
        read({ ...rest, elements });
      }),
    );
  });
});
