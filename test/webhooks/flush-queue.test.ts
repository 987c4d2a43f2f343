import { expect, it } from 'vitest';
import { type Done, flushQueue } from '../../src/webhooks/event-store/writer.js';

const frame = (id: string) => ({ id, head: '{}', body: Buffer.alloc(0) });

/** A queue whose flushes the test completes, and a log of its events. */
function openQueue() {
  const told: string[] = [];
  const flushes: Done[] = [];
  let began = (): void => {};
  const queue = flushQueue((frames, done) => {
    told.push(`flush ${frames.map(({ id }) => id).join(' ')}`);
    flushes.push(done);
    began();
  });
  return {
    told,
    queue,
    add: (id: string) => queue.add(frame(id), (error) => told.push(error ? `${id}: ${error.message}` : id)),
    begun: () =>
      new Promise<void>((resolve) => {
        began = resolve;
      }),
    end: (error: Error | null = null) => flushes.shift()?.(error),
  };
}

it('flushes concurrent arrivals together, and starts the next flush before it reports the last', async () => {
  const { told, add, begun, end, queue } = openQueue();
  add('a');
  add('b');
  await begun();
  add('c');
  add('d');
  expect(told).toEqual(['flush a b']);
  end();
  expect(told).toEqual(['flush a b', 'flush c d', 'a', 'b']);
  const idle = queue.idle().then(() => told.push('idle'));
  end();
  await idle;
  expect(told.slice(4)).toEqual(['c', 'd', 'idle']);
});

it('reports the failure of a flush to its callers, and continues', async () => {
  const { told, add, begun, end } = openQueue();
  add('a');
  await begun();
  add('b');
  end(new Error('full'));
  end();
  expect(told).toEqual(['flush a', 'flush b', 'a: full', 'b']);
});
