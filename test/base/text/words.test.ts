import { expect, test } from 'vitest';
import { effectsInWords, pluralize, truncatedLines, truncatedList } from '../../../src/base/text/words.js';

test.each([
  [1, 'API key', '1 API key'],
  [2, 'API key', '2 API keys'],
  [2, 'comment reply', '2 comment replies'],
  [0, 'entry', '0 entries'],
  [2, 'sandbox', '2 sandboxes'],
  [2, 'branch', '2 branches'],
  [3, 'object', '3 objects'],
])('%i times %j is %j', (count, noun, told) => {
  expect(pluralize(count, noun)).toBe(told);
});

test('effects on records are named once, and empty ones are omitted', () => {
  const verbs = [
    { count: 2, one: 'is added', many: 'are added' },
    { count: 0, one: 'changes', many: 'change' },
    { count: 1, one: 'goes', many: 'go' },
  ];
  expect(effectsInWords('comment reply', verbs)).toEqual(['2 comment replies are added, 1 goes']);
  expect(effectsInWords('tag', [])).toEqual([]);
});

test('a truncated list says how many entries it leaves out', () => {
  expect(truncatedList(['a', 'b'], 2)).toBe('a, b');
  expect(truncatedList(['a', 'b', 'c'], 1)).toBe('a and 2 more');
  expect(truncatedLines(['a', 'b', 'c'], 2)).toEqual(['a', 'b', 'and 1 more']);
});
