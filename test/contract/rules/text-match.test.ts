import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FITS, matchOf } from '../../../src/contract/rules/text-match.js';

const RECORD = {
  name: 'Booking API',
  texts: { caption: 'Takes reservations', description: 'Behind the wébsite' },
};

describe('a match', () => {
  it.each([
    ['booking api', 'exact', 'name'],
    ['  BOOKING   Api ', 'exact', 'name'],
    ['book', 'prefix', 'name'],
    ['api', 'word', 'name'],
    ['api book', 'word', 'name'],
    ['king', 'part', 'name'],
    ['api reserv', 'text', 'caption'],
    ['Website', 'text', 'description'],
  ])('of %j is %s, by the %s', (sought, fit, field) => {
    expect(matchOf(sought, RECORD)).toEqual({ fit, field });
  });

  it.each(['', '  ', 'api nowhere', 'bookingapi'])('does not exist for %j', (sought) => {
    expect(matchOf(sought, RECORD)).toBeUndefined();
  });

  it('ranks a part of the name at least as high as the texts below it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (sought, before, after) => {
        fc.pre(sought.trim() !== '' && !/\s/.test(sought));
        const own = matchOf(sought, { name: before + sought + after });
        const below = matchOf(sought, { name: '', texts: { caption: before + sought + after } });
        fc.pre(own !== undefined && below !== undefined);
        expect(FITS.indexOf(own?.fit ?? 'text')).toBeLessThan(FITS.indexOf(below?.fit ?? 'exact'));
      }),
    );
  });
});
