import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../src/base/give-back-memory.js';

test('unreferenced memory is released', async () => {
  const [lost, kept] = [new WeakRef({ text: 'lost' }), { text: 'kept' }];
  const held = new WeakRef(kept);
  // Referenced objects live until the end of a turn.
  await setImmediate();
  await collectGarbage();
  expect(lost.deref()).toBeUndefined();
  expect(held.deref()).toBe(kept);
});
