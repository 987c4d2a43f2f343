import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWait, parseRetryAfter } from '../../src/client/send/response-headers.js';

const NOW = Date.UTC(2026, 0, 1);

describe('parseRetryAfter', () => {
  it('reads seconds', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(parseRetryAfter(` ${seconds} `, NOW)).toBe(seconds);
      }),
    );
  });

  it('reads HTTP dates, never as negative waits', () => {
    const range = { min: new Date(NOW - 1e9), max: new Date(NOW + 1e9), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const whole = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseRetryAfter(date.toUTCString(), NOW)).toBe(Math.max(0, (whole - NOW) / 1000));
      }),
    );
  });

  it('reads obsolete date formats', () => {
    expect(parseRetryAfter('Thu Jan  1 00:01:00 2026', NOW)).toBe(60);
    expect(parseRetryAfter('Thursday, 01-Jan-26 00:01:00 GMT', NOW)).toBe(60);
  });

  it('ignores anything else', () => {
    for (const text of [undefined, '', '-1', '1e3', 'soon', '2026-01-01', '5 minutes', 'Mon, nonsense GMT'])
      expect(parseRetryAfter(text, NOW)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seconds = parseRetryAfter(text, NOW);
        expect(seconds === undefined || (Number.isFinite(seconds) && seconds >= 0)).toBe(true);
      }),
    );
  });
});

it.each([
  [0, '0 s'],
  [59.2, '60 s'],
  [119, '119 s'],
  [121, '3 min'],
  [7200, '2 h'],
  [86_400 * 12, '12 days'],
])('describes %d seconds as %s', (seconds, text) => {
  expect(describeWait(seconds)).toBe(text);
});
