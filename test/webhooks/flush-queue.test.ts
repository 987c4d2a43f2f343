import { expect, it } from 'vitest';
import { type Done, flushQueue } from '../../src/webhooks/event-store/writer.js';

const frame = (id: string) => ({ id, head: '{}', body: Buffer.alloc(0) });

/** A queue whose flushes the test completes, and a log of its events. */
function openQueue() {
  const log: string[] = [];
  const flushes: Done[] = [];
  let began = (): void => {};
  const queue = flushQueue((frames, done) => {
    log.push(`flush ${frames.map(({ id }) => id).join(' ')}`);
    flushes.push(done);
    began();
  });
  return {
    log,
    queue,
    add: (id: string) => queue.add(frame(id), (error) => log.push(error ? `${id}: ${error.message}` : id)),
    begun: () =>
      new Promise<void>((resolve) => {
        began = resolve;
      }),
    end: (error: Error | null = null) => flushes.shift()?.(error),
  };
}

it('flushes concurrent arrivals together, and starts the next flush before it reports the last', async () => {
  const { log, add, begun, end, queue } = openQueue();
  add('a');
  add('b');
  await begun();
  add('c');
  add('d');
  expect(log).toEqual(['flush a b']);
  end();
  expect(log).toEqual(['flush a b', 'flush c d', 'a', 'b']);
  const idle = queue.idle().then(() => log.push('idle'));
  end();
  await idle;
  expect(log.slice(4)).toEqual(['c', 'd', 'idle']);
});

it('reports the failure of a flush to its callers, and continues', async () => {
  const { log, add, begun, end } = openQueue();
  add('a');
  await begun();
  add('b');
  end(new Error('full'));
  end();
  expect(log).toEqual(['flush a', 'flush b', 'a: full', 'b']);
});
