import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, canonicalPieces } from '../../../src/base/json/canonical-json.js';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, it]) => [key, reversed(it)]),
  );
};

it('is the same for any order of keys, and complete', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('has the same text in pieces, down to any depth; iterables are lists', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(5), (value, depth) => {
      expect([...canonicalPieces(value, depth)].join('')).toBe(canonicalJson(value));
    }),
  );
  const lists = { b: [[1, undefined].values(), undefined].values(), a: undefined };
  expect([...canonicalPieces(lists, 3)].join('')).toBe('{"b":[[1,null],null]}');
});
