/** Heap growth of long-running modes, measured after garbage collection. */

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

/**
 * Operations of a test, in rounds of half as many. In rounds of 3,000, the noise of most measurements is less than 20 bytes
 * each, and a leaked listener (50 bytes or more) is above `LEFT`.
 */
export const OPERATIONS = 6_000;
/** Time limit on a busy machine. */
export const TIME_LIMIT = 300_000;
/** Bytes that an operation may leave behind. A leaked listener has 50 or more. */
export const LEFT = 25;

/** Body of a webhook event. */
export const BODY = JSON.stringify({
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'org1',
  subscriptionId: 'sub1',
  resourceId: 'obj1',
  before: { id: 'obj1' },
  after: { id: 'obj1' },
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Fewest and most collections for one measurement: finalizers of one release what the next can collect. */
const COLLECTIONS = { least: 4, most: 8 };
/** Bytes that a collection may still free when all garbage is gone. */
const NOISE = 32_768;

/**
 * Bytes of the heap in use. Finalizers run between collections. Stops early, because a collection visits the heap
 * of all tests of the worker.
 */
async function heapInUse(): Promise<number> {
  let inUse = Number.POSITIVE_INFINITY;
  for (let count = 1; count <= COLLECTIONS.most; count += 1) {
    collect();
    await setImmediate();
    const { heapUsed } = process.memoryUsage();
    const isSettled = count >= COLLECTIONS.least && heapUsed > inUse - NOISE;
    inUse = Math.min(inUse, heapUsed);
    if (isSettled) break;
  }
  return inUse;
}

/** Rounds after which steady growth is a leak. */
const ROUNDS = 7;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = sorted.slice(Math.floor((sorted.length - 1) / 2));
  return sorted.length % 2 === 1 ? low : (low + high) / 2;
}

/**
 * Performs rounds of operations until the heap stops growing. The median is above the limit for a leak, which grows in every
 * round, and not for a cache that fills late, for other work of the process, or for garbage that one measurement missed.
 */
export async function soak(
  perform: (count: number) => Promise<void>,
  { warmUp = OPERATIONS / 2, operations = OPERATIONS, left = LEFT } = {},
): Promise<void> {
  await perform(warmUp);
  const growth: number[] = [];
  let before = await heapInUse();
  for (let round = 0; round < ROUNDS; round += 1) {
    await perform(operations / 2);
    const after = await heapInUse();
    growth.push((after - before) / (operations / 2));
    before = after;
    // At least two rounds, so that `operations` are performed.
    if (round > 0 && median(growth) < left) break;
  }
  expect(median(growth), `bytes that each operation left, by round: ${growth}`).toBeLessThan(left);
}

/** Performs operations one after the other. */
export const oneByOne = (operation: (at: number) => Promise<unknown>) => {
  let at = 0;
  return async (count: number): Promise<void> => {
    for (const end = at + count; at < end; at += 1) await operation(at);
  };
};

/** Starts several operations at a time, and waits until each has reported its end. */
export function counted(start: (at: number) => void) {
  let at = 0;
  let left = 0;
  let resolve = (): void => {};
  return {
    finished(): void {
      left -= 1;
      if (left === 0) resolve();
    },
    perform: (most: number) => async (count: number) => {
      for (const end = at + count; at < end; ) {
        left = most;
        const all = new Promise<void>((it) => {
          resolve = it;
        });
        for (const last = at + most; at < last; at += 1) start(at);
        await all;
      }
    },
  };
}
