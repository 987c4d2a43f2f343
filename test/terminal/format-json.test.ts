import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatJsonLine } from '../../src/terminal/formats/format-json.js';

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
