import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeQuery } from '../../src/client/send/query-string.js';

describe('encodeQuery', () => {
  it.each([
    [{ filter: { status: ['a', 'b'] } }, 'filter%5Bstatus%5D=a&filter%5Bstatus%5D=b'],
    [{ filter: { labels: { team: 'x y' } } }, 'filter%5Blabels%5D%5Bteam%5D=x%20y'],
    [{ filter: { actionType: { $not: 'tag-create' } } }, 'filter%5BactionType%5D%5B%24not%5D=tag-create'],
    [{ expand: ['tags', 'technologies'] }, 'expand=tags&expand=technologies'],
    [{ filter: { parentId: null } }, 'filter%5BparentId%5D='],
    [{ a: undefined, b: [], c: {}, d: { e: [] } }, ''],
    [{ yes: true, zero: 0, no: false, empty: '' }, 'yes=true&zero=0&no=false&empty='],
    [{ at: new Date(0) }, 'at=1970-01-01T00%3A00%3A00.000Z'],
    [{ q: '&=?#+%/é😀' }, 'q=%26%3D%3F%23%2B%25%2F%C3%A9%F0%9F%98%80'],
    [{ q: '\ud800' }, 'q=%EF%BF%BD'],
  ])('encodes %j', (query, expected) => {
    expect(encodeQuery(query)).toBe(expected);
  });

  const key = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[[\]]/.test(text));
  const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer().map(String));

  it('preserves every leaf, whatever its characters', () => {
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.oneof(scalar, fc.dictionary(key, fc.oneof(scalar, fc.array(scalar))))),
        (query) => {
          const expected: [string, string][] = [];
          const walk = (name: string, value: unknown): void => {
            if (Array.isArray(value)) for (const one of value) walk(name, one);
            else if (typeof value === 'object' && value !== null)
              for (const [inner, one] of Object.entries(value)) walk(`${name}[${inner}]`, one);
            else expected.push([name, String(value)]);
          };
          for (const [name, value] of Object.entries(query)) walk(name, value);
          expect([...new URLSearchParams(encodeQuery(query))]).toEqual(expected);
        },
      ),
    );
  });

  it('uses only characters that are allowed in a query', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything({ maxDepth: 2 })), (query) => {
        fc.pre(!/\d{17}/.test(JSON.stringify(Object.keys(query))));
        expect(encodeQuery(query)).toMatch(/^[\w\-.!~*'()%=&]*$/);
      }),
    );
  });
});
