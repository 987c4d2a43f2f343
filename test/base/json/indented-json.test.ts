import { describe, expect, it } from 'vitest';
import { indentedPieces } from '../../../src/base/json/indented-json.js';

const textOf = (value: unknown): string => [...indentedPieces(value)].join('');

function* listOf(items: Iterable<unknown>): Generator<unknown> {
  yield* items;
}

describe('indented JSON in pieces', () => {
  it('is the text of JSON.stringify; iterables are lists', () => {
    const items = [1, 'a\nb "c"', null, {}, [], { a: [{ b: 1 }], c: undefined }];
    expect(textOf({ a: items, b: { c: items } })).toBe(
      JSON.stringify({ a: items, b: { c: items } }, null, 2),
    );
    expect(textOf({ x: undefined, a: listOf(items), b: { c: listOf([{ d: listOf(items) }]) } })).toBe(
      JSON.stringify({ a: items, b: { c: [{ d: items }] } }, null, 2),
    );
  });

  it('writes empty lists on one line', () => {
    expect(textOf({ a: listOf([]), b: [listOf([])].values() })).toBe(
      JSON.stringify({ a: [], b: [[]] }, null, 2),
    );
  });

  it('divides long lists', () => {
    const items = Array.from({ length: 10_000 }, (_, at) => ({ id: `object-${at}` }));
    const pieces = [...indentedPieces(items.values())];
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.join('')).toBe(JSON.stringify(items, null, 2));
  });
});
