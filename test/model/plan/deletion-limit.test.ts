import { describe, expect, test } from 'vitest';
import { deletesMuch, refuseDeletions } from '../../../src/model/plan/deletion-limit.js';

const plan = (records: number, own: number, ofOwn: number, ofAll: number) => ({
  landscape: { id: 'L', name: 'Ferry' },
  deletions: { records, own, ofOwn, ofAll },
});

describe('a plan deletes many records', () => {
  test.each<[string, Parameters<typeof refuseDeletions>[0], boolean]>([
    ['more than 10 of few', plan(11, 11, 20, 1000), true],
    ['10 of 10', plan(10, 10, 10, 10), false],
    ['a fifth of its own', plan(20, 20, 100, 1000), false],
    ['more than a fifth of its own', plan(21, 21, 100, 1000), true],
    ['records of others, more than a fifth of the landscape', plan(21, 0, 0, 100), true],
    ['few records of others, and no own ones', plan(20, 0, 0, 100), false],
    ['into a draft', { ...plan(50, 50, 50, 50), draft: { id: '', name: 'D', isNew: true, tasks: 0 } }, false],
    ['none', { landscape: { id: 'L', name: 'Ferry' } }, false],
  ])('%s', (_, of, expected) => {
    expect(deletesMuch(of)).toBe(expected);
    const refuse = (): void => refuseDeletions(of);
    if (expected) expect(refuse).toThrow('deletes');
    else expect(refuse).not.toThrow();
  });

  test('and a number permits at most as many', () => {
    expect(() => refuseDeletions(plan(21, 21, 100, 1000), 21)).not.toThrow();
    expect(() => refuseDeletions(plan(5, 5, 100, 1000), 4)).toThrow(
      'The plan deletes 5 of the 100 records that the document owns in "Ferry", more than the 4 that `allowDeletes` permits. Nothing was applied.',
    );
  });
});
