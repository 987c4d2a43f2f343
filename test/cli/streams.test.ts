import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/cli/command/spec.js';
import { cursorStore } from '../../src/commands/logs/shared/cursor-store.js';
import { monthlyPolls } from '../../src/commands/shared/poll-cost.js';
import { limitStream, type StreamLimits } from '../../src/commands/shared/stream-limits.js';
import { resolveSettings } from '../../src/profiles/settings.js';
import { profileStore } from '../../src/profiles/store.js';
import { fakeClock } from '../support/fake-clock.js';
import { temporaryDirectory } from './world.js';

interface Source {
  /** Events that were processed: a request for the next one confirms the previous one. */
  taken: number[];
  closed: boolean;
}

/** Counts up, waiting `everyMs` before each; ends on abort, like a tail. */
function counting(everyMs: number, until = Number.POSITIVE_INFINITY, clock = fakeClock()) {
  const source: Source = { taken: [], closed: false };
  const start = async function* (signal: AbortSignal): AsyncGenerator<number> {
    try {
      for (let count = 1; count <= until && !signal.aborted; count++) {
        if (everyMs > 0) await clock.sleep(everyMs, signal);
        yield count;
        source.taken.push(count);
      }
    } finally {
      source.closed = true;
    }
  };
  return { source, start, clock };
}

async function collect(
  given: Partial<StreamLimits<number>> & Pick<StreamLimits<number>, 'start'>,
  clock = fakeClock(),
): Promise<{ events: number[]; error: unknown }> {
  const events: number[] = [];
  const work = async (): Promise<unknown> => {
    try {
      const stream = limitStream({
        count: undefined,
        timeoutMs: undefined,
        signal: new AbortController().signal,
        sleep: clock.sleep,
        ...given,
      });
      for await (const event of stream) events.push(event);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const error = await clock.run(work());
  return { events, error };
}

describe('limitStream', () => {
  test('ends with the source', async () => {
    const { start } = counting(0, 3);
    expect(await collect({ start })).toEqual({ events: [1, 2, 3], error: undefined });
  });

  test('ends by count, and the source knows that the last event was processed', async () => {
    const { start, source, clock } = counting(100);
    expect(await collect({ start, count: 3 }, clock)).toEqual({ events: [1, 2, 3], error: undefined });
    expect(source).toEqual({ taken: [1, 2, 3], closed: true });
  });

  test('also if the next event is available', async () => {
    const { start, source } = counting(0);
    expect(await collect({ start, count: 2 })).toEqual({ events: [1, 2], error: undefined });
    expect(source).toEqual({ taken: [1, 2], closed: true });
  });

  test('ends by time, which is success without a count', async () => {
    const { start, source, clock } = counting(1000);
    expect(await collect({ start, timeoutMs: 3500 }, clock)).toEqual({ events: [1, 2, 3], error: undefined });
    expect(source.closed).toBe(true);
  });

  test('and a failure with one', async () => {
    const { start, clock } = counting(1000);
    const { events, error } = await collect({ start, timeoutMs: 3500, count: 5 }, clock);
    expect(events).toEqual([1, 2, 3]);
    expect(error).toMatchObject({ kind: 'unavailable', message: 'Only 3 of 5 arrived within 3.5 s.' });
  });

  test('reaching the count in time is success, even if the time ends later', async () => {
    const { start, clock } = counting(1000);
    expect(await collect({ start, timeoutMs: 3500, count: 3 }, clock)).toEqual({
      events: [1, 2, 3],
      error: undefined,
    });
  });

  test('an abort is an interruption', async () => {
    const { start, clock } = counting(1000);
    const stop = new AbortController();
    const events = async function* (signal: AbortSignal) {
      for await (const event of start(signal)) {
        if (event === 2) stop.abort();
        yield event;
      }
    };
    const { error } = await collect({ start: events, signal: stop.signal }, clock);
    expect(error).toMatchObject({ kind: 'interrupted', exitCode: 130 });
  });

  test('passes on errors of the source', async () => {
    const start = async function* (): AsyncGenerator<number> {
      yield 1;
      throw new Error('broken');
    };
    const { events, error } = await collect({ start });
    expect(events).toEqual([1]);
    expect(error).toMatchObject({ message: 'broken' });
  });

  test('a reader that stops closes the source', async () => {
    const { start, source } = counting(0);
    const stream = limitStream({
      count: undefined,
      timeoutMs: undefined,
      signal: new AbortController().signal,
      sleep: fakeClock().sleep,
      start,
    });
    for await (const event of stream) if (event === 2) break;
    // The second event was not confirmed, because no third was requested.
    expect(source).toEqual({ taken: [1], closed: true });
  });

  test('a time limit beyond the range of timers does not fire at once', async () => {
    const asked: number[] = [];
    const { start } = counting(0, 1);
    await collect({
      start,
      timeoutMs: 9e12,
      sleep: async (ms) => {
        asked.push(ms);
        await new Promise(() => {});
      },
    });
    expect(asked).toEqual([2 ** 31 - 1]);
  });
});

describe('cursorStore', () => {
  const contextOf = (directory: string, key = 'k1:secret'): Context => {
    const settings = resolveSettings({
      given: {},
      env: { ARCHCTL_API_KEY: key },
      cwd: directory,
      store: profileStore(directory),
    });
    return { settings, stateDirectory: directory } as Context;
  };
  const source = { kind: 'organization', id: 'O', narrowed: { landscape: undefined, importance: undefined } };
  const cursor = { date: '2026-01-01T00:00:00.000Z', seen: ['a', 'b'] };

  test('stores a cursor for each account, log, scope and filter', () => {
    const directory = temporaryDirectory();
    const store = cursorStore(contextOf(directory), source, { actionType: 'x' });
    expect(store.read()).toBeUndefined();
    store.write(cursor);
    expect(store.read()).toEqual(cursor);
    expect(cursorStore(contextOf(directory), source, { actionType: 'x' }).read()).toEqual(cursor);
    const others = [
      cursorStore(contextOf(directory, 'k2:secret'), source, { actionType: 'x' }),
      cursorStore(contextOf(directory), { ...source, id: 'P' }, { actionType: 'x' }),
      cursorStore(contextOf(directory), { ...source, kind: 'landscape' }, { actionType: 'x' }),
      cursorStore(contextOf(directory), { ...source, narrowed: { landscape: 'L' } }, { actionType: 'x' }),
      cursorStore(contextOf(directory), source, { actionType: 'y' }),
    ];
    for (const other of others) expect(other.read()).toBeUndefined();
  });

  test('the folder is private, and contains no key', () => {
    const directory = temporaryDirectory();
    cursorStore(contextOf(directory), source, {}).write(cursor);
    const folder = join(directory, 'cursors');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).join()).toMatch(/^[0-9a-f]{32}\.json$/);
  });

  test.each([
    '',
    '{',
    'null',
    '{"date":1,"seen":[]}',
    '{"date":"never","seen":[]}',
    '{"date":"2026-01-01T00:00:00Z"}',
  ])('an unreadable cursor %j is ignored', (content) => {
    const directory = temporaryDirectory();
    const store = cursorStore(contextOf(directory), source, {});
    store.write(cursor);
    const folder = join(directory, 'cursors');
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), content);
    expect(store.read()).toBeUndefined();
  });

  const spoiled: Record<string, (path: string) => void> = {
    'that others may write': (path) => chmodSync(path, 0o606),
    'that is a pipe': (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
    // Only root can change the owner of a file.
    ...(process.getuid?.() === 0 && { 'of another user': (path) => chownSync(path, 65_533, 65_533) }),
  };
  test.each(Object.entries(spoiled))('a cursor %s is ignored', (_, spoil) => {
    const directory = temporaryDirectory();
    const store = cursorStore(contextOf(directory), source, {});
    store.write(cursor);
    const folder = join(directory, 'cursors');
    for (const name of readdirSync(folder)) spoil(join(folder, name));
    expect(store.read()).toBeUndefined();
  });
});

test('monthlyPolls returns the number of requests of an interval', () => {
  expect(monthlyPolls('growth', 60)).toBe(
    "Polling every 60 s uses up to 43200 reads a month (432 % of the growth plan's 10000).",
  );
  expect(monthlyPolls('scale', 3)).toBe('Polling every 3 s uses up to 864000 reads a month.');
});
