import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { workQueue } from '../../src/webhooks/forward/work-queue.js';

interface Item {
  name: string;
  key: string;
  bytes: number;
}

const LIMITS = { concurrency: 3, maxItems: 12, maxBytes: 60 };

/** A queue whose work ends when the test says so, and a model of its content. */
function openQueue() {
  const waiting: Item[] = [];
  const running = new Map<Item, { end: (isFailed: boolean) => void; signal: AbortSignal }>();
  let stop = () => {};
  const queue = workQueue<Item>({
    ...LIMITS,
    keyOf: ({ key }) => key,
    bytesOf: ({ bytes }) => bytes,
    schedule: (work) => {
      stop = work;
      return () => {};
    },
    work: (item, signal) =>
      new Promise((resolve, reject) => {
        const at = waiting.indexOf(item);
        if (at >= 0) waiting.splice(at, 1);
        running.set(item, {
          signal,
          end(isFailed) {
            running.delete(item);
            if (isFailed) reject(new Error('failed'));
            else resolve();
          },
        });
      }),
  });
  return { queue, waiting, running, stop: () => stop() };
}

const bytesIn = (items: readonly Item[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0);

/** Adds an item, or ends one of the running ones. */
const step = fc.oneof(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), bytes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ end: fc.nat(LIMITS.concurrency - 1), isFailed: fc.boolean() }),
);

it('accepts exactly what its limits allow, however many items succeeded or failed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 200, maxLength: 400 }), async (steps) => {
      const { queue, waiting, running } = openQueue();
      for (const [round, it] of steps.entries()) {
        if ('end' in it) {
          [...running.values()][it.end]?.end(it.isFailed);
          await setImmediate();
          continue;
        }
        const item = { name: `${round}`, ...it };
        const isFree =
          running.size < LIMITS.concurrency && ![...running.keys()].some(({ key }) => key === item.key);
        const fits = waiting.length < LIMITS.maxItems && bytesIn(waiting) + item.bytes <= LIMITS.maxBytes;
        if (!isFree && fits) waiting.push(item);
        expect(queue.add(item), item.name).toBe(isFree || fits);
      }
      while (running.size > 0) {
        for (const { end } of [...running.values()]) end(false);
        await setImmediate();
      }
      // An empty queue has its whole budget again.
      expect(queue.add({ name: 'first', key: 'a', bytes: LIMITS.maxBytes })).toBe(true);
      expect(queue.add({ name: 'second', key: 'a', bytes: LIMITS.maxBytes })).toBe(true);
      expect(queue.add({ name: 'third', key: 'a', bytes: 1 })).toBe(false);
    }),
  );
});

it('returns what it never started when it is cancelled', async () => {
  const { queue, running, stop } = openQueue();
  const items = Array.from({ length: 8 }, (_, at) => ({ name: `${at}`, key: `${at}`, bytes: 5 }));
  for (const item of items) queue.add(item);
  const drained = queue.drain(1);
  stop();
  const started = [...running.values()];
  expect(started.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  for (const { end } of started) end(true);
  expect(await drained).toEqual(items.slice(3));
  expect(running.size).toBe(0);
});
