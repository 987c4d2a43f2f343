import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatJson, formatJsonLine, jsonPieces } from '../../src/terminal/formats/format-json.js';

it('uses ready JSON only if all of it is printable ASCII', () => {
  const character = fc.oneof(
    fc.constantFrom('a', '"', '~', ' '),
    fc.integer({ max: 0x2100, min: 0 }).map(String.fromCharCode),
  );
  fc.assert(
    fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
      const ready = characters.join('');
      expect(formatJsonLine(0, ready)).toBe(/^[ -~]*$/.test(ready) ? `${ready}\n` : '0\n');
    }),
  );
});

it('does not use JSON with a control character', () => {
  for (const code of [...Array(32).keys(), 0x7f])
    expect(formatJsonLine(0, `"${String.fromCharCode(code)}"`)).toBe('0\n');
});

it('formats JSON in pieces like in one text', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withNullPrototype: true, maxDepth: 4 }), (data) => {
      expect([...jsonPieces(data)].join('')).toBe(formatJson(data, { pretty: false }));
    }),
  );
});

it('divides long lists into pieces', () => {
  const data = {
    items: Array.from({ length: 10_000 }, (_, at) => ({ at, text: 'A long text, é' })),
    rest: 1,
  };
  const pieces = [...jsonPieces(data)];
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(65_000);
  expect(pieces.join('')).toBe(formatJson(data, { pretty: false }));
});
