import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, type LogCursor, OVERLAP_MS, pollFrom } from '../../src/client/jobs/log-cursor.js';

const at = (ms: number): string => new Date(ms).toISOString();
const BASE = Date.UTC(2026, 0, 1);

describe('pollFrom', () => {
  test('overlaps for late arrivals, not before the lower bound or the epoch', () => {
    expect(pollFrom({ date: at(BASE), seen: [] })).toBe(at(BASE - OVERLAP_MS));
    expect(pollFrom({ date: at(BASE), seen: [] }, BASE - 500)).toBe(at(BASE - 500));
    expect(pollFrom({ date: at(BASE), seen: [] }, BASE - 500_000)).toBe(at(BASE - OVERLAP_MS));
    expect(pollFrom({ date: at(3), seen: [] })).toBe(at(0));
  });

  test('accepts other time formats', () => {
    expect(pollFrom({ date: '2026-01-01T01:00:00+01:00', seen: [] })).toBe(at(BASE - OVERLAP_MS));
  });
});

describe('advance', () => {
  test('takes the first record', () => {
    expect(advance(undefined, { id: 'a', performedAt: at(BASE) }, new Map())).toEqual({
      date: at(BASE),
      seen: ['a'],
    });
  });

  test('does not go back for a late record', () => {
    const times = new Map<string, number>();
    const first = advance(undefined, { id: 'a', performedAt: at(BASE) }, times);
    expect(advance(first, { id: 'late', performedAt: at(BASE - 4_000) }, times)).toEqual({
      date: at(BASE),
      seen: ['a', 'late'],
    });
  });

  test('after any records: the newest date, and every id that a poll may return again', () => {
    const records = fc.array(fc.integer({ min: -60_000, max: 60_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(records, (offsets) => {
        const times = new Map<string, number>();
        let cursor: LogCursor | undefined;
        for (const [index, offset] of offsets.entries())
          cursor = advance(cursor, { id: `r${index}`, performedAt: at(BASE + offset) }, times);
        const newest = BASE + Math.max(...offsets);
        expect(cursor?.date).toBe(at(newest));
        const from = Date.parse(pollFrom(cursor ?? { date: '', seen: [] }));
        const again = offsets.flatMap((offset, index) => (BASE + offset >= from ? [`r${index}`] : []));
        expect(cursor?.seen).toEqual(expect.arrayContaining(again));
        // And at most twice as far back.
        for (const id of cursor?.seen ?? [])
          expect(BASE + (offsets[Number(id.slice(1))] ?? Number.NaN)).toBeGreaterThanOrEqual(
            newest - 2 * OVERLAP_MS,
          );
      }),
    );
  });
});
