import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { encodeQuery } from '../../src/client/send/query-string.js';
import { decodeQuery, readQuery } from '../../src/sandbox/http/query.js';

type Value = string | number | boolean | null | string[] | { [key: string]: Value };

/** Names without brackets, which are not list positions. */
const name = fc
  .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
  .filter((it) => !/[[\]]/.test(it) && !['__proto__', 'constructor', 'prototype'].includes(it));
const leaf: fc.Arbitrary<Value> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  // A list of one item equals the item: they cannot be distinguished.
  fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }),
);
const { tree } = fc.letrec<{ tree: Value; node: Value }>((tie) => ({
  tree: fc.dictionary(name, tie('node'), { minKeys: 1, maxKeys: 4 }) as fc.Arbitrary<Value>,
  node: fc.oneof({ maxDepth: 4 }, leaf, tie('tree')),
}));

/** Everything in a query is text; null is an empty one. */
const asText = (value: Value): unknown => {
  if (value === null) return '';
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, asText(it)]));
};
const search = (query: unknown) => new URLSearchParams(encodeQuery(query as Record<string, unknown>));
/** Records without a prototype, which `fc.dictionary` creates, are records as well. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a query', () => {
  it('is decoded to the encoded value, at any depth', () => {
    fc.assert(
      fc.property(tree, (filter) => {
        expect(plain(decodeQuery(search({ filter })))).toEqual(plain({ filter: asText(filter) }));
      }),
    );
  });

  const filter = z.strictObject({
    labels: z.optional(z.record(z.string(), z.string())),
    tagIds: z.optional(z.union([z.string(), z.array(z.string())])),
    parentId: z.optional(z.nullable(z.string())),
    name: z.optional(z.string()),
    kinds: z.optional(z.array(z.nullable(z.enum(['a', 'b'])))),
  });
  const read = (text: string) =>
    readQuery(z.strictObject({ filter: z.optional(filter) }), new URLSearchParams(text), { strict: true });

  it('is interpreted by its schema', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const meant = fc.record(
      {
        labels: fc.dictionary(fc.oneof(name, fc.nat(20).map(String)), fc.string({ unit: 'grapheme' }), {
          minKeys: 1,
        }),
        tagIds: fc.array(text, { minLength: 2 }),
        parentId: fc.option(
          text.filter((it) => it !== 'null'),
          { nil: null },
        ),
        name: fc.string({ unit: 'grapheme' }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(meant, (it) => {
        fc.pre(Object.keys(it).length > 0);
        expect(plain(read(encodeQuery({ filter: it })))).toEqual(plain({ filter: it }));
      }),
    );
  });

  it.each([
    ['filter[tagIds][]=a&filter[tagIds][]=b', { tagIds: ['a', 'b'] }],
    ['filter[tagIds][0]=a&filter[tagIds][1]=b', { tagIds: ['a', 'b'] }],
    ['filter[labels][2024]=x&filter[labels][team]=y', { labels: { 2024: 'x', team: 'y' } }],
    ['filter[labels][2024]=x&filter[tagIds][0]=a', { labels: { 2024: 'x' }, tagIds: ['a'] }],
    ['filter[labels][0]=', { labels: { 0: '' } }],
    ['filter[parentId]=null', { parentId: null }],
    ['filter[name]=null', { name: 'null' }],
    ['filter[tagIds][0]=null&filter[tagIds][1]=a', { tagIds: ['null', 'a'] }],
    ['filter[kinds]=a&filter[kinds]=null', { kinds: ['a', null] }],
    ['filter[kinds][]=&filter[kinds][]=a', { kinds: [null, 'a'] }],
    ['filter[kinds][0]=null&filter[labels][0]=null', { kinds: [null], labels: { 0: 'null' } }],
  ])('%s has the meaning that other clients intend', (text, expected) => {
    expect(read(text)).toEqual({ filter: expected });
  });

  it.each(['admin=', 'admin=null', ''])('treats %j as a missing parameter', (text) => {
    const schema = z.strictObject({ admin: z.optional(z.boolean()), filter: z.optional(filter) });
    expect(readQuery(schema, new URLSearchParams(text), { strict: true })).toEqual({});
  });

  it('does not ignore an empty filter', () => {
    expect(() => read('filter[kinds]=')).toThrow('not valid');
  });
});
