import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/client/send/clock.js';

interface Timer {
  at: number;
  fire: () => void;
}

/** A clock that moves only by `run` and `advance`. */
export interface FakeClock extends Clock {
  /** Requested waits, in milliseconds. */
  readonly sleeps: number[];
  advance(ms: number): Promise<void>;
  /** Jumps from wait to wait until the work has finished. */
  run<T>(work: Promise<T>): Promise<T>;
}

/** Runs everything that is ready. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
};

export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  let timers: Timer[] = [];
  const sleeps: number[] = [];
  const next = (): Timer | undefined => [...timers].sort((a, b) => a.at - b.at)[0];
  const fire = (timer: Timer): void => {
    timers = timers.filter((other) => other !== timer);
    now = Math.max(now, timer.at);
    timer.fire();
  };
  return {
    sleeps,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        sleeps.push(ms);
        const timer: Timer = { at: now + ms, fire: resolve };
        timers.push(timer);
        const abort = () => {
          timers = timers.filter((other) => other !== timer);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
      }),
    async advance(ms) {
      const end = now + ms;
      for (let timer = next(); timer !== undefined && timer.at <= end; timer = next()) {
        fire(timer);
        await settle();
      }
      now = end;
      await settle();
    },
    async run(work) {
      let done = false;
      const finished = work.finally(() => {
        done = true;
      });
      finished.catch(() => {});
      for (let idle = 0; !done; idle += 1) {
        await settle();
        const timer = next();
        if (done) break;
        if (timer !== undefined) {
          fire(timer);
          idle = 0;
        }
        if (idle > 1000) throw new Error('The work waits for something that is not the clock.');
      }
      return finished;
    },
  };
}
