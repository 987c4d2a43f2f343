import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapConcurrently } from '../../src/base/concurrency.js';
import { ArchctlError } from '../../src/base/errors.js';
import { distinctFileNames, safeFileName } from '../../src/base/files/file-names.js';
import { moment } from '../../src/commands/shared/moment.js';
import { anyCharacter } from '../support/any-character.js';
import { runs } from '../support/property-runs.js';

const thrownBy = (work: () => unknown): ArchctlError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not throw.');
};

describe('safeFileName', () => {
  const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
  const name = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('/', '\\', '.', '-', ' ', '\n', '\u202e', '\ud83d', 'é', 'a', '\0') }),
    fc.string({ unit: fc.constantFrom('漢', '👩‍🚀', 'e\u0301'), minLength: 30, maxLength: 200 }),
    fc
      .tuple(fc.constantFrom('con', 'NUL', 'com1', 'LPT9', 'aux.', 'Prn.x'), fc.string({ maxLength: 200 }))
      .map((parts) => parts.join('')),
  );

  test('is a safe name on every file system', () => {
    fc.assert(
      fc.property(name, (given) => {
        const safe = safeFileName(given, 'fallback');
        expect(safe).not.toMatch(/[\p{C}\p{Z}/\\:*?"<>|]/u);
        expect(safe).not.toBe('');
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(120);
        expect(safe).not.toMatch(DEVICES);
        expect(safe).not.toMatch(/^[-.]|[-.]$/);
        expect(encodeURIComponent(safe)).toBeTypeOf('string');
        // And it is idempotent.
        expect(safeFileName(safe, 'fallback')).toBe(safe);
      }),
      { numRuns: runs(250) },
    );
  });

  test.each([
    ['Order flow', 'Order-flow'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\temp\\x', 'C-temp-x'],
    ['Zahlung über Bank', 'Zahlung-über-Bank'],
    ['v1.2', 'v1.2'],
    ['nul', 'nul_'],
    ['COM¹.txt', 'COM¹_.txt'],
    ['conout$', 'conout$_'],
    ['a\u3164b\ufe0fc\u00add', 'a-b-c-d'],
    ['Con.svg', 'Con_.svg'],
    ['console', 'console'],
    ['...', 'fallback'],
    ['', 'fallback'],
    [' \u200b\n', 'fallback'],
  ])('%j becomes %s', (given, safe) => {
    expect(safeFileName(given, 'fallback')).toBe(safe);
  });
});

describe('distinctFileNames', () => {
  /** Normalization by file systems that ignore case or the composition of accents. */
  const blind = [
    (it: string) => it.normalize('NFC').toLowerCase(),
    (it: string) => it.normalize('NFD').toUpperCase(),
    (it: string) => it.replace(/[. ]+$/, '').toLowerCase(),
  ];
  const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `id${n}-of-a-diagram`);
  const named = (names: readonly string[]) =>
    names.map((name, index) => ({ id: ids(names.length)[index] ?? '', name }));
  const name = fc.oneof(
    fc.constantFrom(
      'Shop',
      'shop',
      'SHOP',
      'a/b',
      'a_b',
      'a b',
      'a:b',
      'caf\u00e9',
      'cafe\u0301',
      'CAFÉ',
      'nul',
    ),
    fc.constantFrom(
      'nul.',
      'NUL_',
      'x.',
      'x',
      'x...',
      'straße',
      'STRASSE',
      'a\u200bb',
      'a\ufe0fb',
      '',
      '.',
      'id0',
    ),
    fc.constantFrom('Shop-id0-of-a', 'shop-id1-of-a', 'x'.repeat(200), `${'x'.repeat(200)}y`, 'ﬁ', 'fi'),
    fc.string({ unit: fc.constantFrom('a', 'A', 'é', '.', '/', '-'), maxLength: 4 }),
  );
  const things = fc.array(name, { maxLength: 12 }).map(named);

  test('are distinct on every file system, and safe', () => {
    fc.assert(
      fc.property(things, (given) => {
        const names = [...distinctFileNames(given).values()];
        for (const see of blind) expect(new Set(names.map(see)).size).toBe(given.length);
        for (const it of names) {
          expect(it).toMatch(/^[^-.\p{C}\p{Z}/\\:*?"<>|][^\p{C}\p{Z}/\\:*?"<>|]*(?<![-.])$/u);
          expect(it).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i);
          expect(Buffer.byteLength(it)).toBeLessThan(200);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test('do not depend on the order of the items', () => {
    fc.assert(
      fc.property(
        things.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        ([given, shuffled]) => {
          const names = distinctFileNames(given);
          for (const [id, it] of distinctFileNames(shuffled)) expect(it).toBe(names.get(id));
        },
      ),
    );
  });

  test('contain a part of the id if names collide, and only then', () => {
    expect([...distinctFileNames(named(['Shop', 'Orders', 'shop'])).values()]).toEqual([
      'Shop-id0-of-a',
      'Orders',
      'shop-id2-of-a',
    ]);
  });
});

describe('moment', () => {
  const now = new Date('2026-03-10T12:00:00Z');

  test.each([
    ['90s', '2026-03-10T11:58:30.000Z'],
    ['15m', '2026-03-10T11:45:00.000Z'],
    [' 2h ', '2026-03-10T10:00:00.000Z'],
    ['1.5h', '2026-03-10T10:30:00.000Z'],
    ['3d', '2026-03-07T12:00:00.000Z'],
    ['1w', '2026-03-03T12:00:00.000Z'],
    ['0s', '2026-03-10T12:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T08:00:00+02:00', '2026-01-31T06:00:00.000Z'],
    ['99999999w', '1970-01-01T00:00:00.000Z'],
    [`${'9'.repeat(400)}d`, '1970-01-01T00:00:00.000Z'],
  ])('%s', (given, wanted) => {
    expect(moment(given, now, '--since')).toBe(wanted);
  });

  test.each(['', 'yesterday', '2x', '-2h', '2 h', '2026-13-01', '2026-01-31T99:00', '1h30m', '12'])(
    '%j is rejected',
    (given) => {
      const error = thrownBy(() => moment(given, now, '--since'));
      expect(error.kind).toBe('usage');
      expect(error.message).toBe(`Option --since: "${given}" is neither a time nor a duration.`);
      expect(error.facts.hint).toContain('2h');
    },
  );

  test('returns a moment or a usage error', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^\d{1,9}[smhdw]$/), fc.stringMatching(/^\d{4}-\d\d-\d\d/)),
        (given) => {
          try {
            expect(moment(given, now, '--since')).toMatch(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
          } catch (error) {
            expect(error).toBeInstanceOf(ArchctlError);
          }
        },
      ),
    );
  });
});

describe('mapConcurrently', () => {
  test('respects the limit, starts in order, and keeps the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 })),
        fc.integer({ min: 1, max: 6 }),
        async (turns, limit) => {
          let running = 0;
          let most = 0;
          const started: number[] = [];
          const results = await mapConcurrently(turns, limit, async (turn, index) => {
            started.push(index);
            most = Math.max(most, ++running);
            for (let left = turn; left > 0; left--) await Promise.resolve();
            running--;
            return `${index}:${turn}`;
          });
          expect(results).toEqual(turns.map((turn, index) => `${index}:${turn}`));
          expect(started).toEqual([...turns.keys()]);
          expect(most).toBeLessThanOrEqual(limit);
          if (turns.every((turn) => turn > 0)) expect(most).toBe(Math.min(limit, turns.length));
        },
      ),
    );
  });

  test('fails if one item fails', async () => {
    await expect(
      mapConcurrently([1, 2, 3], 2, async (item) => {
        if (item === 2) throw new Error('two');
        return item;
      }),
    ).rejects.toThrow('two');
  });
});
