import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameIndex } from '../../src/base/name-index.js';
import type { Item } from '../../src/cli/command/noun.js';
import { runs } from '../support/property-runs.js';

const item = (id: string, name?: string, within?: string): Item => ({
  id,
  ...(name !== undefined && { name }),
  ...(within !== undefined && { within }),
});
const MODEL = nameIndex([
  { id: 'root', name: 'Travel', isRoot: true },
  item('b', 'Booking', 'root'),
  item('f', 'Fleet', 'root'),
  item('ba', 'API', 'b'),
  item('fa', 'API', 'f'),
  item('bd', 'Booking Database', 'b'),
  item('s', 'Search/Index', 'b'),
  item('u', 'Straße é', 'b'),
  item('PaymentGatewayV2Main', 'Payment', 'b'),
  item('x', 'PaymentGatewayV2Maim', 'b'),
  item('n', undefined, 'b'),
]);

describe('resolving a text', () => {
  test.each([
    ['an id', 'ba', 'ba'],
    ['an id that might be a name', 'PaymentGatewayV2Main', 'PaymentGatewayV2Main'],
    ['a name that looks like an id', 'PaymentGatewayV2Maim', 'x'],
    ['a name', 'Booking', 'b'],
    ['a name in another case', 'booking DATABASE', 'bd'],
    ['a name with blanks around', ' Fleet ', 'f'],
    ['a name with a slash', 'Search/Index', 's'],
    ['a path', 'Booking/API', 'ba'],
    ['a path in another case', 'fleet/api', 'fa'],
    ['a name whose letters are composed otherwise', 'straße e\u0301', 'u'],
    ['a path to what has no name', 'Booking/n', 'n'],
    ['a path from the root', 'Travel/Booking/API', 'ba'],
    ['a path from the root in another case', 'travel/fleet', 'f'],
  ])('%s', (_, typed, id) => {
    expect(MODEL.find(typed)).toEqual({ kind: 'one', id });
  });

  test('several matches are listed in the order of the list', () => {
    expect(MODEL.find('API')).toEqual({ kind: 'several', ids: ['ba', 'fa'] });
    expect(MODEL.find('api')).toEqual({ kind: 'several', ids: ['ba', 'fa'] });
  });

  test.each([
    ['Bokking', ['Booking']],
    ['Data', ['Booking Database']],
    ['Nothing like it', []],
    ['', []],
    ['   ', []],
  ])('the nearest names to %j are listed', (typed, nearest) => {
    expect(MODEL.find(typed)).toEqual({ kind: 'none', nearest });
  });

  test('a text that is a name and a path has several matches, and an exact match wins over another case', () => {
    const index = nameIndex([item('1', 'a/b'), item('2', 'a'), item('3', 'b', '2'), item('4', 'B')]);
    expect(index.find('a/b')).toEqual({ kind: 'several', ids: ['1', '3'] });
    expect(['1', '3'].map(index.wordFor)).toEqual(['1', 'b']);
    expect(index.find('b')).toEqual({ kind: 'one', id: '3' });
    expect(index.find('B')).toEqual({ kind: 'one', id: '4' });
  });
});

describe('a path from the root', () => {
  const index = nameIndex([
    { id: 'r', name: 'Shop', isRoot: true },
    { id: 'q', name: 'Bank', isRoot: true },
    item('1', 'API', 'r'),
    item('2', 'API', 'q'),
    item('3', 'Shop', 'q'),
    item('4', 'API', '3'),
  ]);

  test('distinguishes equal paths of two roots', () => {
    expect(index.find('Bank/API')).toEqual({ kind: 'one', id: '2' });
    expect(index.wordFor('2')).toBe('Bank/API');
  });

  test('comes after a path below the root', () => {
    expect(index.find('Shop/API')).toEqual({ kind: 'one', id: '4' });
    expect(index.wordFor('1')).toBe('1');
  });
});

describe('the path of a record', () => {
  test('omits the common root, and stops at a cycle of parents', () => {
    expect(MODEL.pathOf('ba')).toBe('Booking/API');
    expect(MODEL.pathOf('n')).toBe('Booking/n');
    expect(MODEL.pathOf('nobody')).toBe('nobody');
    const circle = nameIndex([item('1', 'a', '2'), item('2', 'b', '1')]);
    expect(circle.pathOf('1').split('/').length).toBeLessThan(100);
  });

  test('includes records of other kinds', () => {
    const groups = nameIndex([item('g', 'Data'), item('h', 'Cost')]);
    const tags = nameIndex([item('1', 'High', 'g'), item('2', 'High', 'h')], groups);
    expect(tags.pathOf('1')).toBe('Data/High');
    expect(tags.find('cost/high')).toEqual({ kind: 'one', id: '2' });
  });
});

const NAMES = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('a', 'A', 'a/b', 'é', 'e\u0301', 'API'));
const ITEMS = fc
  .array(fc.record({ name: NAMES, within: fc.option(fc.nat(12), { nil: undefined }) }), { maxLength: 12 })
  .map((rows) =>
    rows.map(({ name, within }, at) =>
      item(`id${at}`, name, within === undefined ? undefined : `id${within}`),
    ),
  );

describe('of generated records', () => {
  test('every suggestion resolves to its record, and nothing else', () => {
    fc.assert(
      fc.property(ITEMS, NAMES, (items, typed) => {
        const index = nameIndex(items);
        for (const { id } of items) expect(index.find(index.wordFor(id))).toEqual({ kind: 'one', id });
        const found = index.find(typed);
        if (found.kind === 'none')
          for (const word of found.nearest) expect(index.find(word).kind, word).toBe('one');
      }),
      { numRuns: runs(200) },
    );
  });

  test('an id resolves to its record, and a name only to records of that name', () => {
    fc.assert(
      fc.property(ITEMS, NAMES, (items, typed) => {
        const index = nameIndex(items);
        for (const { id } of items) expect(index.find(id)).toEqual({ kind: 'one', id });
        const exact = items.filter(({ name }) => name === typed).map(({ id }) => id);
        const found = index.find(typed);
        const others = items.filter(
          ({ id }) => !exact.includes(id) && `/${index.pathOf(id)}`.endsWith(`/${typed}`),
        );
        const meant = typed.includes('/') ? [...exact, ...others.map(({ id }) => id)] : exact;
        if (typed.trim() === '') expect(found.kind).toBe('none');
        else if (exact.length > 0 && meant.length === 1) expect(found).toEqual({ kind: 'one', id: exact[0] });
        else if (exact.length > 0)
          expect(found.kind === 'several' && [...found.ids].sort()).toEqual([...meant].sort());
      }),
      { numRuns: runs(200) },
    );
  });
});
