import { describe, expect, it } from 'vitest';
import { type Element, elementKey, modelOf } from '../../../src/model/document/element.js';
import { ElementFinder, elementsNamed } from '../../../src/model/document/element-pattern.js';
import { readModel } from '../../../src/model/document/read.js';
import { FERRY } from '../../support/ferry-document.js';

const { model } = readModel([{ path: 'ferry.yaml', text: FERRY }]);
const inLandscape: Element[] = [
  {
    kind: 'object',
    id: 'booking-api',
    fields: { type: 'app', name: 'Renamed API', parent: 'booking' },
    handleId: 'HANDLE1',
    recordId: 'RECORD1',
  },
  { kind: 'object', id: 'extra', fields: { type: 'app', name: 'Extra', parent: 'booking' } },
  { kind: 'object', id: 'twin', fields: { type: 'actor', name: 'Passenger', domain: 'travel' } },
];
const finder = new ElementFinder(model, modelOf(inLandscape));

const named = (pattern: string): string[] | string => {
  const match = finder.match(pattern);
  return match.is === 'found' ? match.elements.map(elementKey) : match.is;
};

describe('a pattern', () => {
  it.each([
    ['an id', 'booking-api'],
    ['an id with its kind', 'object:booking-api'],
    ['a handle', 'HANDLE1'],
    ['the id of a record', 'RECORD1'],
    ['a name', 'Booking API'],
    ['a name in another case', 'booking API'],
    ['the name in the landscape', 'Renamed API'],
    ['a path of names', 'Passenger Travel/Booking/Booking API'],
    ['the end of a path', 'Booking/Booking API'],
    ['a path of ids and names', 'travel/Booking/booking-api'],
  ])('names an element by %s', (_, pattern) => {
    expect(named(pattern)).toEqual(['object booking-api']);
  });

  it('names everything in an element: objects, the connections that start there, diagrams and their flows', () => {
    expect(named('Booking/**')).toEqual([
      'object booking',
      'object booking-api',
      'object booking-db',
      'object extra',
      'diagramGroup main',
      'diagram booking-apps',
      'connection api-db',
      'flow book',
      'flow pay',
    ]);
    expect(named('reach/**')).toEqual(['tagGroup reach', 'tag public']);
  });

  it('names every element, or every element of a kind', () => {
    expect(named('flow:**')).toEqual(['flow book', 'flow pay']);
    expect(named('diagram-group:**')).toEqual(['diagramGroup main']);
    expect(named('**')).toHaveLength(16 + 2);
  });

  it('prefers the document to the landscape', () => {
    expect(named('Passenger')).toEqual(['object passenger']);
  });

  it.each(['', '/**', 'nobody', 'nobody/**', 'Booking/Passenger', 'flow:booking-api'])(
    '%j is unknown',
    (it) => {
      expect(named(it)).toBe('unknown');
      expect(() => elementsNamed(finder, it)).toThrow(
        expect.objectContaining({ kind: 'not-found' }) as Error,
      );
    },
  );

  it('of several elements is ambiguous, until it has a kind or a path', () => {
    const shop = new ElementFinder(
      modelOf([
        { kind: 'domain', id: 'shop', fields: { name: 'Shop' } },
        { kind: 'object', id: 'shop', fields: { name: 'Shop', domain: 'shop' } },
        { kind: 'object', id: 'a', fields: { name: 'API: a/b', parent: 'shop' } },
        { kind: 'object', id: 'b', fields: { name: 'API: a/b', domain: 'shop' } },
        { kind: 'object', id: 'c', fields: { name: 'Loop', parent: 'd' } },
        { kind: 'object', id: 'd', fields: { name: 'Hoop', parent: 'c' } },
      ]),
    );
    const keys = (pattern: string) => elementsNamed(shop, pattern).map(elementKey);
    expect(() => keys('shop')).toThrow(
      expect.objectContaining({
        kind: 'usage',
        facts: {
          details: ['domain:shop: Shop', 'object:shop: Shop'],
          hint: 'Use a path, or an id: "domain:shop".',
        },
      }) as Error,
    );
    expect([keys('domain:shop'), keys('object:shop')]).toEqual([['domain shop'], ['object shop']]);
    expect(() => keys('API: a/b')).toThrow('several elements');
    expect(keys('object:shop/**')).toEqual(['object shop', 'object a']);
    expect(keys('Shop/Shop/API: a/b')).toEqual(['object a']);
    expect(keys('Loop/**')).toEqual(['object c', 'object d']);
    expect(() => keys('Lop')).toThrow(
      expect.objectContaining({ facts: { hint: 'Did you mean "Loop"?' } }) as Error,
    );
  });
});
