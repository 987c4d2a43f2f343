import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInCase, matchesGlob, NAME_CASES } from '../../../src/model/analysis/rules/glob.js';
import { runs } from '../../support/property-runs.js';

const SIGNS: Readonly<Record<string, string>> = { '*': '[^]*', '?': '[^]', '.': '\\.', '(': '\\(' };

/** The same pattern as a regular expression, which is slow for long texts. */
const expected = (text: string, pattern: string): boolean =>
  new RegExp(`^${[...pattern].map((it) => SIGNS[it] ?? it).join('')}$`, 'u').test(text);

const chars = fc.constantFrom('a', 'b', '.', '船', ' ', '(', '*', '?');
const texts = fc.array(chars, { maxLength: 8 }).map((it) => it.join(''));

it('matches like the equivalent regular expression', () => {
  fc.assert(
    fc.property(texts, texts, (text, pattern) => matchesGlob(text, pattern) === expected(text, pattern)),
    {
      numRuns: runs(200),
    },
  );
});

it('takes time proportional to text and pattern', () => {
  const started = process.cpuUsage();
  expect(matchesGlob('a'.repeat(20_000), `${'*a'.repeat(90)}*b`)).toBe(false);
  for (const it of NAME_CASES) expect(isInCase(`${'a'.repeat(100_000)}-!`, it)).toBe(false);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2);
});

it.each([
  ['kebab', 'booking-api2', 'Booking-api', 'booking--api'],
  ['snake', 'booking_api', 'booking-api', '_a'],
  ['camel', 'bookingApi', 'BookingApi', 'booking api'],
  ['pascal', 'BookingApi', 'bookingApi', 'Booking-Api'],
  ['title', 'Booking API 2', 'booking API', 'Booking api'],
] as const)('%s', (style, good, ...bad) => {
  expect([good, ...bad].map((it) => isInCase(it, style))).toEqual([true, false, false]);
});
