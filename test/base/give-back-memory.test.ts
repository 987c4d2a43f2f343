import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { giveBackMemory } from '../../src/base/give-back-memory.js';

test('what nobody needs any more is gone', async () => {
  const [lost, kept] = [new WeakRef({ text: 'lost' }), { text: 'kept' }];
  const held = new WeakRef(kept);
  // Until the end of a turn, whatever was looked at in it stays.
  await setImmediate();
  await giveBackMemory();
  expect(lost.deref()).toBeUndefined();
  expect(held.deref()).toBe(kept);
});
