import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { collectGarbage, limitGarbage } from '../../src/base/give-back-memory.js';

test('unreferenced memory is released', async () => {
  const [lost, kept] = [new WeakRef({ text: 'lost' }), { text: 'kept' }];
  const held = new WeakRef(kept);
  // Referenced objects live until the end of a turn.
  await setImmediate();
  await collectGarbage();
  expect(lost.deref()).toBeUndefined();
  expect(held.deref()).toBe(kept);
});

test('the limit applies until the end, when the compile cache is written', async () => {
  const source = '(function add(a, b) { return a + b; })';
  const data = new Script(source).createCachedData();
  /** V8 rejects cached code if its flags have changed. A worker has no copy of the code in memory. */
  const areFlagsChanged = async (): Promise<boolean> => {
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const script = new (require('node:vm').Script)(workerData.source, { cachedData: workerData.data });
      parentPort.postMessage(script.cachedDataRejected);`;
    const [message] = await once(new Worker(code, { eval: true, workerData: { source, data } }), 'message');
    return message as boolean;
  };
  const known = new Set(process.listeners('exit'));
  expect(await areFlagsChanged()).toBe(false);
  await limitGarbage();
  await limitGarbage();
  expect(await areFlagsChanged()).toBe(true);
  const [restore, ...others] = process.listeners('exit').filter((it) => !known.has(it));
  expect(others).toEqual([]);
  restore?.(0);
  expect(await areFlagsChanged()).toBe(false);
});
