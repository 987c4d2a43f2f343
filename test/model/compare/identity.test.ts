/** Matching of records and elements, tested on landscapes in memory. */

import { describe, expect, test } from 'vitest';
import type { Doc } from '../../../src/contract/doc.js';
import { identify } from '../../../src/model/compare/identity.js';
import type { ElementKind, Model } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import type { LiveLandscape } from '../../../src/model/live/landscape.js';
import { modelOfLandscape } from '../../../src/model/live/model-of-landscape.js';

const labels = (id: string, namespace = 'ours') => ({
  'import-original-id': id,
  'import-namespace': namespace,
});

/** A landscape with one domain `d`, whose root is `r`. */
const landscape = (
  records: Partial<Record<ElementKind, Doc[]>>,
  contents: Record<string, Doc> = {},
): LiveLandscape => ({
  landscape: { id: 'l', name: 'Land', organizationId: 'o' },
  version: 'latest',
  records: new Map(
    Object.entries({ domain: [{ id: 'd', name: 'D' }], ...records }),
  ) as LiveLandscape['records'],
  roots: new Map([['r', 'd']]),
  contents: new Map(Object.entries(contents)),
  technologies: new Map(),
  teams: new Map(),
});

const app = (id: string, name: string, more: object = {}): Doc => ({
  id,
  handleId: `h-${id}`,
  type: 'system',
  name,
  parentId: 'r',
  ...more,
});

const document = (text: string): Model => readModel([{ path: 'model.yaml', text }]).model;

const wantedOf = (...objects: string[]): Model =>
  document(
    `namespace: ours\ndomains:\n  - id: d\n    name: D\n    objects:\n${objects.map((it) => `      - ${it}`).join('\n')}\n`,
  );

/** Ids of the objects of a landscape, by record. */
const idsOf = (live: LiveLandscape, wanted?: Model) =>
  Object.fromEntries(identify(live, wanted).ids.get('object') ?? []);

describe('without a document', () => {
  test('ids are derived from names, labels have precedence, and the order of lists does not matter', () => {
    const records = [
      app('1', 'Web'),
      app('2', 'Web', { parentId: 'x' }),
      app('3', 'Ärger & Co'),
      app('4', 'X', { labels: labels('web') }),
    ];
    const ids = { 1: 'web-2', 2: 'web-3', 3: 'arger-co', 4: 'web' };
    expect(idsOf(landscape({ object: records }))).toEqual(ids);
    expect(idsOf(landscape({ object: records.toReversed() }))).toEqual(ids);
  });

  test('cycles of parents terminate', () => {
    const records = [app('1', 'A', { parentId: '2' }), app('2', 'B', { parentId: '1' })];
    expect(idsOf(landscape({ object: records }))).toEqual({ 1: 'a', 2: 'b' });
  });
});

describe('with a document', () => {
  const by = (live: LiveLandscape, wanted: Model, id: string) =>
    identify(live, wanted).criteria.get('object')?.get(id);

  test.each([
    ['label', app('1', 'Other', { labels: labels('a') }), wantedOf('{ id: a, type: system, name: Shop }')],
    ['handle', app('1', 'Other'), wantedOf('{ id: h-1, type: system, name: Shop }')],
    ['name', app('1', 'Shop'), wantedOf('{ id: a, type: system, name: Shop }')],
  ])('an element is matched by its %s', (how, record, wanted) => {
    const live = landscape({ object: [record] });
    const id = Object.values(idsOf(live, wanted))[0] ?? '';
    expect(wanted.elements.get('object')?.has(id)).toBe(true);
    expect(by(live, wanted, id)).toBe(how);
  });

  test.each([
    ['another type', '{ id: a, type: actor, name: Shop }'],
    ['another name', '{ id: a, type: system, name: shop }'],
  ])('%s is another element', (_, element) => {
    expect(idsOf(landscape({ object: [app('1', 'Shop')] }), wantedOf(element))).toEqual({ 1: 'shop' });
  });

  test('labels of other namespaces are ignored', () => {
    const live = landscape({ object: [app('1', 'Other', { labels: labels('a', 'theirs') })] });
    expect(idsOf(live, wantedOf('{ id: a, type: system, name: Shop }'))).toEqual({ 1: 'other' });
  });

  test('an id of the document is given to no other element', () => {
    const live = landscape({ object: [app('1', 'Shop', { type: 'actor' })] });
    expect(idsOf(live, wantedOf('{ id: shop, type: system, name: Shop }'))).toEqual({ 1: 'shop-2' });
  });

  test.each([
    ['a label', { labels: labels('old') }],
    ['the id that a pull gave it', { name: 'Old' }],
  ])('moved: is followed from %s, over several moves', (_, more) => {
    const live = landscape({ object: [app('1', 'Was', more)] });
    const wanted = wantedOf('{ id: new, type: system, name: New }');
    const moved = [
      { from: 'old', to: 'between' },
      { from: 'between', to: 'new' },
    ];
    expect(idsOf(live, { ...wanted, moved })).toEqual({ 1: 'new' });
    expect(idsOf(live, { ...wanted, moved: [...moved, { from: 'new', to: 'old' }] })).toEqual({ 1: 'new' });
  });

  test('elements of the same name are matched by the ids that a pull generates', () => {
    const live = landscape({
      object: [app('1', 'Web'), app('2', 'Web'), app('3', 'Web', { type: 'actor' })],
    });
    const fresh = modelOfLandscape(live, identify(live).ids);
    expect(
      idsOf(live, wantedOf('{ id: web, type: system, name: Web }', '{ id: web-2, type: system, name: Web }')),
    ).toEqual({ 1: 'web', 2: 'web-2', 3: 'web-3' });
    expect(Object.values(idsOf(live, fresh)).sort()).toEqual(['web', 'web-2', 'web-3']);
  });

  test('another version is matched by handles, whatever the names there', () => {
    const before = landscape({ object: [app('1', 'Shop')] });
    const model = modelOfLandscape(before, identify(before).ids);
    const after = landscape({ object: [app('9', 'Store', { handleId: 'h-1' })] });
    expect(idsOf(after, model)).toEqual({ 9: 'shop' });
  });
});

describe('diagram content and steps', () => {
  const box = (id: string, modelId: string, more: object = {}) => ({
    id,
    modelId,
    type: 'system',
    shape: 'box',
    x: 1,
    y: 2,
    width: 256,
    height: 128,
    ...more,
  });
  const live = landscape(
    {
      object: [app('1', 'Shop'), app('2', 'Bank')],
      connection: [{ id: 'c', name: 'Pays', originId: '1', targetId: '2', direction: null, status: 'live' }],
      diagram: [{ id: 'g', name: 'All', type: 'context-diagram', modelId: 'r', index: 0 }],
      flow: [
        {
          id: 'f',
          name: 'Pay',
          diagramId: 'g',
          index: 0,
          steps: {
            s1: { id: 's1', index: 0, type: 'outgoing', originId: 'b1', targetId: 'b3', description: 'Pays' },
            s2: {
              id: 's2',
              index: 1,
              type: 'alternate-path',
              description: 'How',
              paths: { p: { id: 'p', index: 0, name: 'Cash' } },
            },
            s3: {
              id: 's3',
              index: 2,
              type: 'reply',
              originId: 'b3',
              targetId: 'b1',
              description: 'Thanks',
              parentId: 'p',
            },
          },
        },
      ],
    },
    {
      g: {
        id: 'g',
        objects: {
          b1: box('b1', '1'),
          b2: box('b2', '1', { shape: 'area' }),
          b3: box('b3', '2'),
          b4: box('b4', 'gone'),
        },
        connections: {
          l1: {
            id: 'l1',
            modelId: 'c',
            originId: 'b1',
            targetId: 'b3',
            lineShape: 'curved',
            labelPosition: 50,
            points: [],
          },
          l2: { id: 'l2', modelId: null, originId: 'b1', targetId: 'b3' },
        },
      },
    },
  );

  const fieldsOf = (kind: ElementKind, id: string, wanted?: Model) => {
    const model = modelOfLandscape(live, identify(live, wanted).ids, undefined, wanted);
    return model.elements.get(kind)?.get(id)?.fields;
  };

  test('get the ids of the objects they draw; an area beside its box has an id of its own', () => {
    expect(fieldsOf('diagram', 'all')).toMatchObject({
      objects: [{ object: 'bank' }, { object: 'shop' }, { id: 'shop-area', object: 'shop', shape: 'area' }],
      connections: [{ connection: 'shop-bank-pays' }],
      layout: { objects: { shop: { x: 1, y: 2, width: 256, height: 128 } } },
    });
    expect(fieldsOf('flow', 'pay')?.steps).toEqual([
      { type: 'outgoing', origin: 'shop', target: 'bank', description: 'Pays' },
      { id: 'step-2', type: 'alternate-path', description: 'How', paths: [{ id: 'path-1', name: 'Cash' }] },
      { type: 'reply', origin: 'bank', target: 'shop', description: 'Thanks', parent: 'step-2/path-1' },
    ]);
  });

  test('keep the ids of a document', () => {
    const wanted = document(`
domains: [{ id: d, name: D, objects: [{ id: shop, type: system, name: Shop }, { id: bank, type: system, name: Bank }] }]
connections: [{ id: pays, origin: shop, target: bank, name: Pays }]
diagrams:
  - { id: all, type: context-diagram, domain: d, name: All, objects: [{ id: till, object: shop }, bank, { id: around, object: shop, shape: area }] }
flows:
  - id: pay
    name: Pay
    diagram: all
    steps:
      - { id: first, origin: till, target: bank, description: Pays }
      - { id: how, type: alternate-path, description: How, paths: [{ id: cash, name: Cash }] }
`);
    expect(fieldsOf('diagram', 'all', wanted)?.objects).toEqual([
      { id: 'around', object: 'shop', shape: 'area' },
      { object: 'bank' },
      { id: 'till', object: 'shop' },
    ]);
    expect(fieldsOf('flow', 'pay', wanted)?.steps).toMatchObject([
      { id: 'first', origin: 'till' },
      { id: 'how', paths: [{ id: 'cash' }] },
      { parent: 'how/cash' },
    ]);
  });
});
