import { describe, expect, it } from 'vitest';
import { seedClock } from '../../../src/sandbox/seed/build/clock.js';
import { seedId } from '../../../src/sandbox/seed/build/ids.js';
import { oneOf, readTable, words } from '../../../src/sandbox/seed/build/table.js';
import { readFlags } from '../../../src/sandbox/seed/data/landscape-table.js';

describe('seedId', () => {
  it('is stable and separates its parts', () => {
    expect(seedId('a', 'b')).toBe(seedId('a', 'b'));
    expect(seedId('a', 'b')).not.toBe(seedId('ab'));
    expect(seedId('')).toMatch(/^[A-Za-z0-9]{20}$/);
  });
});

describe('seedClock', () => {
  it('counts back from the whole minute', () => {
    const clock = seedClock(new Date('2026-01-02T00:00:59.999Z'));
    expect(clock.ago(1)).toBe('2026-01-01T00:00:00.000Z');
    expect(clock.ago(1, 5)).toBe('2026-01-01T00:05:00.000Z');
  });
});

describe('tables', () => {
  it('reads rows and rejects a wrong number of cells', () => {
    expect(readTable(['a', 'b'], '\n x | y z \n\n |\n')).toEqual([
      { a: 'x', b: 'y z' },
      { a: '', b: '' },
    ]);
    expect(() => readTable(['a', 'b'], 'x')).toThrow('has 1 cells');
    expect(words('  a  b ')).toEqual(['a', 'b']);
  });

  it('rejects an unknown value', () => {
    expect(oneOf(['a', 'b'], 'a')).toBe('a');
    expect(() => oneOf(['a', 'b'], 'c')).toThrow('"c" is not one of: a, b');
  });

  it('reads flags', () => {
    expect(readFlags('external future>live@1 since:2')).toEqual({
      since: 2,
      status: 'live',
      before: { status: 'future', stage: 1 },
      marks: new Set(['external']),
    });
    expect(() => readFlags('sometimes')).toThrow('not one of');
  });
});
