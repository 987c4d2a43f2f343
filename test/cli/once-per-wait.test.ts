import { expect, it } from 'vitest';
import { oncePerWait } from '../../src/cli/run/open-client.js';

it('a wait of many requests is reported once per reason, and the next wait again', () => {
  let now = 1_000;
  const isFirst = oncePerWait(() => now);
  expect([isFirst('No answer', 500), isFirst('No answer', 700), isFirst('HTTP 429', 700)]).toEqual([
    true,
    false,
    true,
  ]);
  now += 499;
  expect(isFirst('No answer', 900)).toBe(false);
  now += 1;
  expect(isFirst('No answer', 900)).toBe(true);
});
