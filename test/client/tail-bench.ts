import type { LogCursor } from '../../src/client/jobs/log-cursor.js';
import type { PageRequest } from '../../src/client/jobs/pages-in-time.js';
import { type TailOptions, tail } from '../../src/client/jobs/tail.js';

export const START = Date.UTC(2026, 0, 1);
export const iso = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

export interface Log {
  id: string;
  performedAt: string;
}
export interface Entry extends Log {
  /** Seconds after which the service returns it. */
  arrives: number;
}

/** A log entry of time `at` that is returned from `arrives` on, in seconds. */
export const entry = (id: string, at: number, arrives = at): Entry => ({ id, performedAt: iso(at), arrives });
export const several = (count: number, at: number, prefix = 'r', arrives = at): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(`${prefix}${index}`, at, arrives));
export const ids = (logs: readonly Log[]): string[] => logs.map(({ id }) => id);

export interface Bench {
  /** Tails until `seconds`, or until it ends, and returns the ids. */
  collect(seconds?: number): Promise<string[]>;
  requests: PageRequest[];
  sleeps: number[];
  faults: [string, number][];
  recovered(): number;
  cursors: LogCursor[];
  stop: AbortController;
  /** Milliseconds since the epoch. */
  time(): number;
}

/** A service whose time advances with the waits of the tail. `latency` is the duration of a page request. */
export function bench(
  entries: readonly Entry[],
  given: Partial<TailOptions<Log>> & {
    latency?: number;
    at?: number;
    fail?: (request: number) => Error | undefined;
  } = {},
): Bench {
  const { latency = 0, at = 0, fail, ...overrides } = given;
  let now = at;
  let end = Number.POSITIVE_INFINITY;
  const stop = new AbortController();
  const requests: PageRequest[] = [];
  const sleeps: number[] = [];
  const faults: [string, number][] = [];
  const cursors: LogCursor[] = [];
  let recovered = 0;
  const options: TailOptions<Log> = {
    page: async (request) => {
      requests.push(request);
      now += latency;
      const fault = fail?.(requests.length - 1);
      if (fault) throw fault;
      const { order, limit, startAtDate, endAtDate } = request;
      const seen = entries
        .filter(({ arrives }) => arrives <= now)
        .filter(({ performedAt }) => startAtDate === undefined || performedAt >= startAtDate)
        .filter(({ performedAt }) => endAtDate === undefined || performedAt <= endAtDate)
        .sort((a, b) => Number(a.performedAt > b.performedAt) - Number(a.performedAt < b.performedAt));
      return (order === 'asc' ? seen : seen.reverse()).slice(0, limit);
    },
    accept: () => true,
    last: given.since === undefined ? 10 : undefined,
    follow: true,
    intervalMs: 1000,
    now: () => new Date(START + now * 1000),
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleeps.push(ms);
      now += ms / 1000;
      if (now > end) stop.abort();
      signal.throwIfAborted();
    },
    signal: stop.signal,
    onFault: (error, waitMs) => faults.push([error.message, waitMs]),
    onRecovered: () => {
      recovered += 1;
    },
    onCursor: (cursor) => cursors.push(cursor),
    ...overrides,
  };
  return {
    requests,
    sleeps,
    faults,
    cursors,
    stop,
    time: () => START + now * 1000,
    recovered: () => recovered,
    async collect(seconds = Number.POSITIVE_INFINITY) {
      end = seconds;
      const found: string[] = [];
      try {
        for await (const { id } of tail(options)) found.push(id);
      } catch (error) {
        // An aborted wait throws the reason of the signal.
        if (!stop.signal.aborted || error !== stop.signal.reason) throw error;
      }
      return found;
    },
  };
}
