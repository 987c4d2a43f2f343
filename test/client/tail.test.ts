import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { type LogCursor, OVERLAP_MS } from '../../src/client/jobs/log-cursor.js';
import type { PageRequest } from '../../src/client/jobs/pages-in-time.js';
import { type TailOptions, tail } from '../../src/client/jobs/tail.js';
import { runs } from '../support/property-runs.js';
import { bench, type Entry, entry, ids, iso, type Log, START, several } from './tail-bench.js';

describe('tail, start', () => {
  const old = [entry('a', -300), entry('b', -200), entry('c', -100), entry('d', -2), entry('e', -1)];

  test('shows the newest few, oldest first', async () => {
    expect(await bench(old, { last: 3, follow: false }).collect()).toEqual(['c', 'd', 'e']);
  });

  test('shows nothing old with -n 0, and everything new', async () => {
    const it = bench([...old, entry('new', 2)], { last: 0 });
    expect(await it.collect(5)).toEqual(['new']);
  });

  test('does not count filtered records', async () => {
    const it = bench(old, { last: 2, accept: ({ id }) => id < 'd', follow: false });
    expect(await it.collect()).toEqual(['b', 'c']);
  });

  test('never shows records just before the newest few', async () => {
    const recent = [...several(5, -3, 'x'), ...several(5, -1, 'y')];
    const it = bench(recent, { last: 2 });
    expect(await it.collect(20)).toEqual(['y3', 'y4']);
  });

  test('even if a full page of them has the same time', async () => {
    const burst = [...several(250, -4, 'x'), ...several(250, -2, 'y'), entry('z', 1)];
    const it = bench(burst, { last: 1 });
    expect(await it.collect(10)).toEqual(['y249', 'z']);
  });

  test('pages back for a long backlog', async () => {
    const long = Array.from({ length: 450 }, (_, index) => entry(`r${index}`, -1000 + index));
    const it = bench(long, { last: 20, accept: ({ id }) => Number(id.slice(1)) < 30, follow: false });
    expect(await it.collect()).toEqual(Array.from({ length: 20 }, (_, index) => `r${index + 10}`));
    expect(Math.max(...it.requests.map(({ limit }) => limit))).toBe(100);
  });

  test('begins at --since with the newest N of -n, and never before it', async () => {
    const it = bench([...old, entry('new', 3)], { since: iso(-200) });
    expect(await it.collect(6)).toEqual(['b', 'c', 'd', 'e', 'new']);
    const newest = bench([...old, entry('new', 3)], { last: 1, since: iso(-200) });
    expect(await newest.collect(6)).toEqual(['e', 'new']);
    const none = bench([...old, entry('new', 3)], { last: 0, since: iso(-200) });
    expect(await none.collect(6)).toEqual(['new']);
    const late = bench(old, { since: iso(-1) });
    expect(await late.collect(6)).toEqual(['e']);
    const empty = bench(old, { since: iso(-0.5) });
    expect(await empty.collect(6)).toEqual([]);
  });

  test('does not depend on the local clock', async () => {
    const ahead = { now: () => new Date(START + 3_600_000) };
    expect(await bench([entry('new', 2)], { last: 0, ...ahead }).collect(5)).toEqual(['new']);
    expect(await bench([entry('old', -1), entry('new', 2)], { last: 0, ...ahead }).collect(5)).toEqual([
      'new',
    ]);
  });
});

describe('tail, end', () => {
  test('after the backlog without follow', async () => {
    const it = bench([entry('a', -1), entry('b', 1)], { follow: false });
    expect(await it.collect()).toEqual(['a']);
    expect(it.sleeps).toEqual([]);
  });

  test('at --until, with a last poll', async () => {
    const it = bench([entry('a', 1), entry('b', 4), entry('c', 9)], { since: iso(0), until: iso(5) });
    expect(await it.collect()).toEqual(['a', 'b']);
    expect(it.requests.every(({ endAtDate }) => endAtDate === iso(5))).toBe(true);
  });

  test('at once if --until is in the past', async () => {
    const it = bench([entry('a', -8), entry('b', -3)], { since: iso(-9), until: iso(-5) });
    expect(await it.collect()).toEqual(['a']);
    expect(it.sleeps).toEqual([]);
  });

  test('on abort: while it waits, and between records', async () => {
    const waiting = bench([]);
    expect(await waiting.collect(3)).toEqual([]);
    expect(waiting.stop.signal.aborted).toBe(true);
    const stop = new AbortController();
    const found: string[] = [];
    for await (const { id } of tail(optionsOf(several(50, -1), stop))) {
      found.push(id);
      if (found.length === 3) stop.abort();
    }
    expect(found).toHaveLength(3);
  });
});

/** Minimal options of a tail, with a log that does not change. */
function optionsOf(entries: readonly Entry[], stop: AbortController): TailOptions<Log> {
  return {
    page: async ({ order }) => (order === 'asc' ? [...entries] : [...entries].reverse()),
    accept: () => true,
    last: entries.length,
    follow: true,
    intervalMs: 1000,
    now: () => new Date(START),
    sleep: async () => {
      throw new Error('It waits.');
    },
    signal: stop.signal,
    onFault: () => {},
    onRecovered: () => {},
  };
}

describe('tail of an endless log', () => {
  const endless = (order: 'asc' | 'desc') => {
    let made = 0;
    return async ({ limit }: PageRequest): Promise<Log[]> =>
      Array.from({ length: limit }, () => {
        made += 1;
        return { id: `r${made}`, performedAt: iso(order === 'asc' ? made * 60 : -made * 60) };
      });
  };

  test.each([
    ['from a time on', { since: iso(0), page: endless('asc') }],
    ['looking for what is not there', { page: endless('desc'), accept: () => false }],
  ])('ends, %s', async (_, given) => {
    await expect(bench([], { ...given, maxHeld: 5_000 }).collect()).rejects.toMatchObject({
      kind: 'usage',
      message: 'The log has more than 5000 records in this time span.',
    });
  });
});

describe('tail, each record once', () => {
  test('in chronological order within a poll', async () => {
    const it = bench([entry('late', 1, 2.5), entry('early', 2), entry('last', 2.4)], {
      last: 0,
      intervalMs: 3000,
    });
    expect(await it.collect(10)).toEqual(['late', 'early', 'last']);
  });

  test('late arrivals within the overlap are shown, once', async () => {
    const it = bench([entry('a', 1), entry('late', 0.5, 9), entry('b', 9)], { last: 0 });
    expect(await it.collect(40)).toEqual(['a', 'late', 'b']);
  });

  test('thousands of the same time, before and after a poll', async () => {
    const many = [...several(3000, 1, 'm', 1), ...several(40, 1, 'n', 4), entry('z', 6)];
    const it = bench(many, { last: 0 });
    const found = await it.collect(12);
    expect(found).toEqual(ids(many));
    expect(Math.max(...it.requests.map(({ limit }) => limit))).toBeGreaterThanOrEqual(3000);
  });

  test('requests the next page while pages are full', async () => {
    const many = Array.from({ length: 350 }, (_, index) => entry(`r${index}`, 1 + index / 1000));
    const it = bench(many, { since: iso(0), at: 5, follow: false });
    expect(await it.collect()).toEqual(ids(many));
    expect(it.requests.map(({ startAtDate }) => startAtDate)).toEqual([
      iso(0),
      iso(1.099),
      iso(1.198),
      iso(1.297),
    ]);
  });

  test('filtered records are read once and never shown', async () => {
    const it = bench([entry('a', 1), entry('skip', 2), entry('b', 3)], {
      last: 0,
      accept: ({ id }) => id !== 'skip',
    });
    expect(await it.collect(20)).toEqual(['a', 'b']);
  });

  test('any schedule of arrivals within the overlap', async () => {
    const schedule = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 60 }),
        delay: fc.integer({ min: 0, max: 8 }),
        burst: fc.constantFrom(1, 1, 1, 3, 120),
      }),
      { maxLength: 25 },
    );
    const settings = fc.record({
      intervalMs: fc.constantFrom(200, 1000, 3000, 7000),
      latency: fc.constantFrom(0, 0.01, 0.05),
      accepts: fc.constantFrom(1, 2, 3),
    });
    await fc.assert(
      fc.asyncProperty(schedule, settings, async (plan, { intervalMs, latency, accepts }) => {
        const entries = plan.flatMap(({ at, delay, burst }, index) =>
          // The records of a burst may have the same time.
          Array.from({ length: burst }, (_, part) =>
            entry(`${index}.${part}`, at + (index % 2) * (part / 1000), at + 1 + delay),
          ),
        );
        const accept = ({ id }: Log): boolean => id.length % accepts === 0;
        const it = bench(entries, { last: 0, intervalMs, latency, accept });
        const found = await it.collect(120);
        const wanted = ids(entries.filter(accept));
        expect([...found].sort()).toEqual([...wanted].sort());
        // A record that is older and arrived no later is shown no later.
        const place = new Map(found.map((id, index) => [id, index]));
        const known = entries.filter(({ id }) => place.has(id));
        for (const [a, b] of known.slice(1).map((one, index) => [known[index] ?? one, one] as const)) {
          const [first, second] = a.performedAt < b.performedAt ? [a, b] : [b, a];
          if (first.performedAt < second.performedAt && first.arrives <= second.arrives)
            expect(place.get(first.id)).toBeLessThan(place.get(second.id) ?? -1);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('tail, resumed', () => {
  const all = [...several(5, 1, 'a'), entry('b', 3), ...several(4, 8, 'c'), entry('d', 12)];

  test('continues at the cursor, without repetition', async () => {
    const first = bench(all.slice(0, 8), { since: iso(0), at: 9, follow: false });
    const before = await first.collect();
    const resume = first.cursors.at(-1);
    expect(resume?.date).toBe(iso(8));
    const second = bench(all, { resume, at: 20, follow: false, last: 1 });
    expect([...before, ...(await second.collect())]).toEqual(ids(all));
  });

  test('stopped after any record, it neither repeats nor omits one', async () => {
    for (let stopAt = 1; stopAt < all.length; stopAt++) {
      const { cursors, found } = await taken(stopAt);
      const rest = await bench(all, { resume: cursors.at(-1), at: 20, follow: false }).collect();
      expect([...found, ...rest], `stopped after ${stopAt}`).toEqual(ids(all));
    }
  });

  /** Takes some records, then requests one more, which confirms the last one. */
  async function taken(count: number): Promise<{ found: string[]; cursors: LogCursor[] }> {
    const cursors: LogCursor[] = [];
    const found: string[] = [];
    const stop = new AbortController();
    const options = {
      ...optionsOf(all, stop),
      since: iso(0),
      onCursor: (cursor: LogCursor) => cursors.push(cursor),
    };
    for await (const { id } of tail<Log>(options)) {
      found.push(id);
      if (found.length === count) stop.abort();
    }
    return { found, cursors };
  }

  test('an empty log leaves a cursor that misses nothing', async () => {
    const first = bench([], { last: 10, follow: false, at: 5 });
    expect(await first.collect()).toEqual([]);
    const second = bench([entry('a', 2, 6)], { resume: first.cursors.at(-1), at: 7, follow: false });
    expect(await second.collect()).toEqual(['a']);
  });

  test('stopped before the first record it saves no cursor', async () => {
    const stop = new AbortController();
    const cursors: LogCursor[] = [];
    const options = { ...optionsOf(all, stop), onCursor: (cursor: LogCursor) => cursors.push(cursor) };
    const page = async (request: PageRequest) => {
      stop.abort();
      return options.page(request);
    };
    for await (const { id } of tail<Log>({ ...options, page })) throw new Error(`${id} is shown`);
    expect(cursors).toEqual([]);
  });

  test('survives a file: the cursor is plain data', async () => {
    const first = bench(all, { since: iso(0), at: 20, follow: false });
    await first.collect();
    const cursor = first.cursors.at(-1);
    expect(JSON.parse(JSON.stringify(cursor))).toEqual(cursor);
    // Ids outside the range of the next poll are not kept.
    expect(cursor?.seen.length).toBeLessThanOrEqual(all.length);
    const far = bench([...all, entry('far', 100)], { resume: cursor, at: 101, follow: false });
    await far.collect();
    expect(far.cursors.at(-1)?.seen).toEqual(['far']);
  });
});

describe('tail, pace', () => {
  test('slows down while idle, up to five intervals, and speeds up at the first record', async () => {
    const it = bench([entry('a', 20)], { last: 0 });
    expect(await it.collect(40)).toEqual(['a']);
    const slowing = [1000, 1500, 2250, 3375, 5000, 5000];
    expect(it.sleeps.slice(0, 6)).toEqual(slowing);
    // The sixth wait ends at 18.1 s, the next one finds the record.
    expect(it.sleeps.slice(6, 9)).toEqual([5000, 1000, 1500]);
  });

  test('sends one request per poll while nothing happens', async () => {
    const it = bench([entry('a', -1)], { last: 5 });
    await it.collect(30);
    expect(it.requests.length).toBe(it.sleeps.length);
  });
});

describe('tail, failures', () => {
  const down = (facts: { retryAfter?: number } = {}) => new ArchctlError('unavailable', 'Down', facts);

  test('are reported and retried with increasing waits', async () => {
    const it = bench([entry('a', 1)], { last: 0, fail: (n) => (n >= 1 && n <= 8 ? down() : undefined) });
    expect(await it.collect(400)).toEqual(['a']);
    expect(it.faults.map(([, wait]) => wait / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(it.recovered()).toBe(1);
  });

  test('respect Retry-After, within limits', async () => {
    const limit = new ArchctlError('limit', 'Slow', { retryAfter: 7, status: 429 });
    const it = bench([], {
      last: 0,
      fail: (n) => (n === 1 ? limit : n === 2 ? down({ retryAfter: 9e9 }) : undefined),
    });
    await it.collect(20_000);
    expect(it.faults).toEqual([
      ['Slow', 7000],
      ['Down', 3_600_000],
    ]);
  });

  test('at the start lose nothing either', async () => {
    const it = bench([entry('a', -1), entry('b', 1)], { last: 5, fail: (n) => (n < 3 ? down() : undefined) });
    expect(await it.collect(20)).toEqual(['a', 'b']);
  });

  test('between pages repeat the poll, without repeated records', async () => {
    const many = Array.from({ length: 250 }, (_, index) => entry(`r${index}`, 1 + index / 100));
    const it = bench(many, { since: iso(0), at: 9, fail: (n) => (n === 1 ? down() : undefined) });
    expect(await it.collect(30)).toEqual(ids(many));
  });

  test.each(['auth', 'not-found', 'refused', 'usage', 'unexpected'] as const)('%s ends it', async (kind) => {
    const it = bench([], { last: 0, fail: (n) => (n === 1 ? new ArchctlError(kind, 'No') : undefined) });
    await expect(it.collect(20)).rejects.toMatchObject({ kind });
    expect(it.faults).toEqual([]);
  });

  test('an abort ends the wait for a retry', async () => {
    const it = bench([], { last: 0, fail: () => down() });
    expect(await it.collect(30)).toEqual([]);
    expect(it.faults.length).toBeGreaterThan(2);
  });
});

test('the overlap has the value that the tests above assume', () => {
  expect(OVERLAP_MS).toBe(10_000);
});
