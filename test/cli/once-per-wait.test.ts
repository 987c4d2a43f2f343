import { expect, it } from 'vitest';
import { oncePerWait } from '../../src/cli/run/open-client.js';

it('a wait of many requests is reported once per reason, and the next wait again', () => {
  let now = 1_000;
  const told = oncePerWait(() => now);
  expect([told('No answer', 500), told('No answer', 700), told('HTTP 429', 700)]).toEqual([
    true,
    false,
    true,
  ]);
  now += 499;
  expect(told('No answer', 900)).toBe(false);
  now += 1;
  expect(told('No answer', 900)).toBe(true);
});
