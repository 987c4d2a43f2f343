import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { graphemes } from '../../../src/base/text/graphemes.js';
import { displayWidth, truncate } from '../../../src/terminal/width.js';

afterEach(() => vi.restoreAllMocks());

describe('graphemes of long texts', () => {
  test.each(['e\u0301', '中', '👩‍👩‍👧', '🇩🇪', '👍🏽', '\u200d', 'नि'])(
    'of %j are segmented in short parts',
    (part) => {
      const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
      const text = part.repeat(20_000 / part.length);
      displayWidth(text);
      truncate(text, 80);
      expect(segment.mock.calls.length).toBeGreaterThan(1);
      expect(Math.max(...segment.mock.calls.map(([it]) => it.length))).toBeLessThanOrEqual(1_000);
      expect(segment.mock.calls.reduce((sum, [it]) => sum + it.length, 0)).toBeLessThan(3 * text.length);
    },
  );

  test('are those of the whole text', () => {
    const whole = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const parts = fc.constantFrom(
      'a',
      ' ',
      'e\u0301',
      '中',
      '👩‍👩‍👧',
      '🇩',
      '👍🏽',
      '👍',
      '\u200d',
      'नि',
      '한',
      '\u1100',
      '\r',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 800, maxLength: 1_600 }), (given) => {
        const text = given.join('');
        expect([...graphemes(text)]).toEqual(Array.from(whole.segment(text), ({ segment }) => segment));
      }),
      { numRuns: 30 },
    );
  });
});
