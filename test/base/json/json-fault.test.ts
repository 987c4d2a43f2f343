import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonError } from '../../../src/base/json/json-fault.js';
import { runs } from '../../support/property-runs.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('position of a JSON syntax error', () => {
  test.each([
    ['{"a":1,}', 1, 8, 'a name in double quotes is missing'],
    ['{"name": }', 1, 10, 'a value is missing'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is missing'],
    ['[1, 2', 1, 6, 'a comma or ] is missing'],
    ['{"a" 1}', 1, 6, 'a colon is missing'],
    ["{'a': 1}", 1, 2, 'strings need double quotes'],
    ['{"a": "b}', 1, 7, 'a string is not closed, or contains a character that must be escaped'],
    ['{"a": nul}', 1, 7, 'a value is missing'],
    ['{"a": 01}', 1, 7, 'a value is missing'],
    ['{} {}', 1, 4, 'nothing may follow here'],
    ['', 1, 1, 'a value is missing'],
  ])('%j', (text, line, column, problem) => {
    expect(findJsonError(text)).toEqual({ line, column, problem });
  });

  test('is undefined for valid JSON, and defined otherwise', () => {
    const whole = fc.json();
    const cut = fc.tuple(
      whole,
      fc.nat(),
      fc.nat({ max: 2 }),
      fc.constantFrom('', ',', '"', '}', ':', '1', 'x'),
    );
    fc.assert(
      fc.property(cut, ([text, place, length, put]) => {
        const at = place % (text.length + 1);
        const given = text.slice(0, at) + put + text.slice(at + length);
        expect(findJsonError(given) === undefined).toBe(isJson(given));
      }),
      { numRuns: runs(150) },
    );
  });
});
