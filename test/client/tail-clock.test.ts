import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClockStep } from '../../src/client/jobs/clock-step.js';
import type { LogCursor } from '../../src/client/jobs/log-cursor.js';
import { runs } from '../support/property-runs.js';
import { type Bench, bench, type Entry, entry, ids, iso, START, several } from './tail-bench.js';

describe("tail, the service's clock steps back", () => {
  /** A service whose clock loses `by` seconds at the time `at`; `steps` are the reports. */
  function stepping(
    entries: readonly Entry[],
    { at, by, ...given }: { at: number; by: number } & Parameters<typeof bench>[1],
  ) {
    const steps: ClockStep[] = [];
    const it: Bench = bench(entries, {
      ...given,
      serviceTime: () => {
        const elapsed = (it.time() - START) / 1000;
        return START + 1000 * Math.floor(elapsed >= at ? elapsed - by : elapsed);
      },
      onClockStep: (step) => steps.push(step),
    });
    return { ...it, steps };
  }

  test('reports it once, and shows each record once', async () => {
    const entries = [
      entry('old', -275),
      entry('a', 5),
      entry('b', 19, 21.5),
      entry('c', -279, 21),
      entry('d', -270, 30),
      // Same time as an old record.
      entry('e', -275, 25),
    ];
    const it = stepping(entries, { at: 20, by: 300 });
    expect(await it.collect(400)).toEqual(['old', 'a', 'c', 'e', 'b', 'd']);
    expect(it.steps).toMatchObject([{ before: iso(5) }]);
  });

  test('continues after a start behind the step, with or without --resume', async () => {
    const before = several(40, 100, 'x', 0);
    const it = stepping([...before, entry('a', -198, 2), entry('b', 101, 301)], { at: 0, by: 200, last: 2 });
    expect(await it.collect(400)).toEqual(['x38', 'x39', 'a', 'b']);
    expect(it.steps).toHaveLength(1);
    const resume: LogCursor = { date: iso(100), seen: ids(before) };
    const again = stepping([...before, entry('a', -198, 2)], { at: 0, by: 200, resume });
    expect(await again.collect(400)).toEqual(['a']);
    const later = stepping([...before, entry('a', -198, 2), entry('c', 50, 250)], {
      at: 0,
      by: 200,
      resume: again.cursors[0],
    });
    expect(await later.collect(400)).toEqual(['c']);
    expect([again.steps.length, later.steps.length]).toEqual([1, 0]);
  });

  test('a clock that always lags behind the records, and a bound in the future, are not steps', async () => {
    const lagging = stepping([entry('a', 60, 1), entry('b', 80, 20)], { at: 0, by: 0, resume: undefined });
    expect(await lagging.collect(60)).toEqual(['a', 'b']);
    expect(lagging.steps.length).toBeLessThan(2);
    const future = stepping([entry('a', 1)], { at: 0, by: 0, since: iso(500) });
    expect(await future.collect(60)).toEqual([]);
    expect(future.steps).toEqual([]);
  });

  test('any step loses and repeats nothing', async () => {
    const plan = fc.record({
      by: fc.integer({ min: 11, max: 5_000 }),
      before: fc.array(fc.integer({ min: -200, max: 39 }), { maxLength: 12 }),
      after: fc.array(fc.integer({ min: 40, max: 120 }), { maxLength: 12 }),
      intervalMs: fc.constantFrom(1000, 3000, 7000),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ by, before, after, intervalMs }) => {
        const entries = [
          ...before.map((at, index) => entry(`b${index}`, at)),
          ...after.map((at, index) => entry(`a${index}`, at - by, at)),
        ];
        const found = await stepping(entries, { at: 40, by, last: 100, intervalMs }).collect(200);
        expect([...found].sort()).toEqual(ids(entries).sort());
      }),
      { numRuns: runs(60) },
    );
  });
});
