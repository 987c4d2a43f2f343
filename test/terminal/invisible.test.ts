/** Invisible characters: escaped if they hide something, kept if a text needs them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonSafe, visible } from '../../src/base/text/escape.js';
import { cleanDescription, isClean } from '../../src/completion/clean.js';
import { formatYaml } from '../../src/terminal/formats/format-yaml.js';
import { displayWidth } from '../../src/terminal/width.js';
import { runs } from '../support/property-runs.js';

/** Visible characters of the format class: the number signs of Arabic, Syriac and Kaithi. */
const SHOWN = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
const BY_CLASS = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
const isInvisible = (char: string): boolean =>
  char === '\u2800' || (BY_CLASS.test(char) && !SHOWN.test(char));

/** Every invisible character, by Unicode classes. */
const ALL: string[] = [];
for (let code = 0; code <= 0xe0fff; code++) {
  if (code >= 0xd800 && code <= 0xdfff) continue;
  const char = String.fromCodePoint(code);
  if (isInvisible(char)) ALL.push(char);
}
const tags = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
const survivors = (text: string): string[] => [...text].filter(isInvisible);

const invisible = fc.constantFrom(...ALL);
const plain = fc.stringMatching(/^[ a-zA-Zäß漢,.(]{0,6}$/);
const home = fc.constantFrom(
  '👩',
  '❤',
  '🏴',
  '🏳',
  'می',
  'خ',
  'क',
  'ष',
  '्',
  'ന്',
  'ᠠ',
  '葛',
  '1',
  '#',
  '\u20e3',
  '\u2803',
);
const mixed = fc
  .array(fc.oneof(invisible, plain, home, fc.constantFrom('\u200d', '\u200c', '\ufe0f')))
  .map((it) => it.join(''));

describe('an invisible character', () => {
  it('is escaped alone and among letters', () => {
    expect(ALL.length).toBeGreaterThan(4000);
    const through = ALL.filter((char) =>
      [char, `a${char}b`, `ab ${char} c`, `${char}x`, `x${char}`, `é${char}ß`].some((text) =>
        visible(text).includes(char),
      ),
    );
    expect(through).toEqual([]);
  });

  it('is escaped in any text of letters', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            plain.filter((it) => !/漢$/.test(it)),
            invisible,
          ),
        ),
        (parts) => {
          const text = parts.flat().join('');
          // An ideograph may have a variation selector: no letter before these is one.
          expect(survivors(visible(text))).toEqual([]);
        },
      ),
    );
  });

  it('that is kept belongs to a visible character and has no width', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(mixed, (text) => {
        const shown = visible(text);
        for (const { segment } of segmenter.segment(shown)) {
          if (survivors(segment).length === 0 || segment === '\u180e' || segment === '\u2800') continue;
          expect(survivors(segment).length).toBeLessThan([...segment].length);
          expect(displayWidth(segment)).toBeLessThanOrEqual(displayWidth(segment.replace(BY_CLASS, '')) + 1);
        }
        expect(visible(shown)).toBe(shown);
      }),
      { numRuns: runs(150) },
    );
  });

  it.each([
    ['pay\u200bpal', 'pay\\u200bpal'],
    ['soft\u00adhyphen', 'soft\\xadhyphen'],
    ['\u3164', '\\u3164'],
    ['\ufff9base\ufffaruby\ufffb', '\\ufff9base\\ufffaruby\\ufffb'],
    [`👍${tags('x')}`, '👍\\u{e0078}'],
    [`🏴${tags('usca')}\u{e007f}`, '🏴\\u{e0075}\\u{e0073}\\u{e0063}\\u{e0061}\\u{e007f}'],
    [`ok${tags('gbeng')}\u{e007f}`, `ok\\u{e0067}\\u{e0062}\\u{e0065}\\u{e006e}\\u{e0067}\\u{e007f}`],
    ['👍\ufe0f\ufe0f\u{e0100}', '👍\ufe0f\\ufe0f\\u{e0100}'],
    ['a\u200db c\u200c', 'a\\u200db c\\u200c'],
    ['👍\u200d', '👍\\u200d'],
    ['می\u200c\u200cخ', 'می\\u200c\\u200cخ'],
    ['1\ufe0f', '1\\ufe0f'],
    ['葛\u{e0100}\u{e0101}', '葛\u{e0100}\\u{e0101}'],
    ['a\u2800b', 'a\\u2800b'],
    ['a\u180eb', 'a\\u180eb'],
  ])('is shown as an escape: %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(displayWidth(visible(text).replace(/[^ -~]/gu, ''))).toBe(
      visible(text).replace(/[^ -~]/gu, '').length,
    );
  });
});

describe('ordinary text', () => {
  it.each([
    ['👩‍👩‍👧‍👦', 2],
    ['👩🏽‍💻', 2],
    ['❤️‍🔥', 2],
    ['🏳️‍🌈', 2],
    ['🏴‍☠️', 2],
    ['🧑🏿‍🤝‍🧑🏻', 2],
    ['👁️‍🗨️', 2],
    ['1️⃣', 2],
    ['#️⃣', 2],
    ['🇩🇪', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 2],
    ['🏴󠁧󠁢󠁷󠁬󠁳󠁿', 2],
    ['☎︎', 1],
    ['✅ done', 7],
    ['می‌خواهم', 7],
    ['نمی‌دانم که', 10],
    ['葛\u{e0100}飾区', 6],
    ['Straße, Ærø, Łódź', 17],
  ])('%s is unchanged, and takes %i cells', (text, width) => {
    expect(visible(text)).toBe(text);
    expect(displayWidth(text)).toBe(width);
    expect(jsonSafe(JSON.stringify(text))).toBe(JSON.stringify(text));
    expect(isClean(text)).toBe(true);
    expect(cleanDescription(text)).toBe(text);
  });

  it.each([
    'क्‍ष',
    'श्‍र',
    'শ্‌ক',
    'ക്‍',
    'അവന്‍ വന്നു',
    'ක්‍ර',
    'مرحبا بالعالم',
    'ᠮᠣᠩᠭᠣᠯ',
    '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙',
    '؀١٢٣',
    '한국어',
    'שלום',
  ])('%s is unchanged', (text) => {
    expect(visible(text)).toBe(text);
  });

  it('of any letters, marks, numbers, signs and pictographs is unchanged', () => {
    const ordinary = fc
      .string({ unit: 'grapheme' })
      // The blank of Braille is visible only among Braille.
      .filter((text) => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text));
    fc.assert(fc.property(ordinary, (text) => void expect(visible(text)).toBe(text)));
  });
});

describe('data with invisible characters', () => {
  it('is preserved by JSON and YAML, with misplaced ones escaped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(mixed, fc.constantFrom('\n', '\r', ' ', '"', "'", '\\'))),
        async (parts) => {
          const text = parts.join('');
          const data = { [text]: text, list: [text, { deep: text }] };
          const json = jsonSafe(JSON.stringify(data));
          expect(JSON.parse(json)).toEqual(data);
          expect(visible(json)).toBe(json);
          const yaml = await formatYaml(data);
          expect(parse(yaml)).toEqual(data);
          expect(visible(yaml, { newline: 'keep' })).toBe(yaml);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
