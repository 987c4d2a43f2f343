import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDangerous, jsonSafe, visible } from '../../src/base/text/escape.js';
import { anyCharacter } from '../support/any-character.js';

const RANGES = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe0001],
] as const;

/** Independent implementation, code unit by code unit. */
function dangers(text: string): string[] {
  return [...text].filter((char) => {
    const code = char.codePointAt(0) ?? 0;
    return (code >= 0xd800 && code <= 0xdfff) || RANGES.some(([from, to]) => code >= from && code <= to);
  });
}

const dangerous = fc.oneof(
  ...RANGES.map(([from, to]) => fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
);
/** Without characters that are harmless only in some places: see invisible.test.ts. */
const binary = fc
  .string({ unit: anyCharacter })
  .map((text) => text.replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, 'a'));
const anyText = fc
  .array(fc.oneof(dangerous, binary, fc.constantFrom('\\', '"', "'", '\n', '\r\n', '👩‍💻')))
  .map((parts) => parts.join(''));
const anyJson = fc
  .jsonValue({ stringUnit: anyCharacter })
  .chain((value) => anyText.map((text) => ({ [text]: text, value })));

const HARMLESS = [
  'Ça va, naïve café',
  '👩‍👩‍👧‍👦 👍🏽 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️',
  'שלום עולם',
  'مرحبا',
  'می‌خواهم',
  '日本語 한국어',
  'C:\\new\\table "x"',
  'a\u00a0b',
];

describe('visible', () => {
  it.each([
    ['a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\x1b]8;;http://evil\x07x', '\\x1b]8;;http://evil\\x07x'],
    ['\x9b2J\x7f\x00', '\\x9b2J\\x7f\\x00'],
    ['user\u202eexe.txt\u2069', 'user\\u202eexe.txt\\u2069'],
    ['\ufeff\u2028\ud800', '\\ufeff\\u2028\\ud800'],
  ])('shows %j as %j', (text, shown) => expect(visible(text)).toBe(shown));

  it.each(HARMLESS)('does not change %s', (text) => {
    expect(visible(text)).toBe(text);
    expect(jsonSafe(JSON.stringify(text))).toBe(JSON.stringify(text));
  });

  it('never lets a dangerous character through', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(dangers(visible(text))).toEqual([]);
      }),
    );
  });

  it('keeps only line feeds with newline: keep', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visible(text, { newline: 'keep' });
        expect(dangers(shown).every((char) => char === '\n')).toBe(true);
        expect(shown.split('\n').length).toBe(text.split('\n').length);
      }),
    );
  });

  it('is the identity exactly on harmless text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isDangerous(text)).toBe(dangers(text).length > 0);
        expect(visible(text) === text).toBe(dangers(text).length === 0);
      }),
    );
  });
});

describe('jsonSafe', () => {
  it.each([0, 2])('preserves the data, without dangerous characters (indent %i)', (indent) => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const plain = JSON.stringify(value, null, indent);
        const safe = jsonSafe(plain);
        expect(JSON.parse(safe)).toEqual(JSON.parse(plain));
        expect(dangers(safe).every((char) => char === '\n')).toBe(true);
      }),
    );
  });

  it('accepts tabs and carriage returns between tokens', () => {
    expect(jsonSafe('{\r\n\t"a": 1}')).toBe('{ \n "a": 1}');
  });
});
