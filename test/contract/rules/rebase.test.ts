import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { staleFields } from '../../../src/contract/rules/drafts/draft-conflicts.js';
import { statusProblems } from '../../../src/contract/rules/drafts/draft-status.js';
import { rebasedSnapshot } from '../../../src/contract/rules/drafts/rebase.js';

const stale = (props: object, snapshot: object, current: object) =>
  staleFields({ props: { ...props }, snapshot: { ...snapshot } }, { ...current }, new Set());

describe('a rebased snapshot', () => {
  it('contains the current values of fields and lists', () => {
    const now = { name: 'New', tagIds: ['b'], commit: 9 };
    expect(rebasedSnapshot({ name: 'Old', tagIds: ['a'], commit: 2, caption: 'gone by now' }, now)).toEqual({
      name: 'New',
      tagIds: ['b'],
      commit: 9,
      caption: null,
    });
  });

  it('contains the current values of the same entries', () => {
    const was = { steps: { $update: { one: { description: 'then' } }, $add: { two: { index: 1 } } } };
    const now = { steps: { one: { description: 'now', index: 0 }, two: { index: 5, description: '' } } };
    expect(rebasedSnapshot(was, now)).toEqual({
      steps: {
        $update: { one: { description: 'now' } },
        $add: { two: { index: 5, description: '' } },
      },
    });
  });

  it('keeps operators on lists, which never conflict', () => {
    const was = { tagIds: { $remove: ['a'] } };
    expect(rebasedSnapshot(was, { tagIds: ['b'] })).toEqual(was);
  });

  it('replaces an entry that exists by now', () => {
    const was = { steps: { $remove: ['one', 'two'] } };
    const now = { steps: { one: { index: 3 } } };
    expect(rebasedSnapshot(was, now)).toEqual({
      steps: { $replace: { one: { index: 3 } }, $remove: ['two'] },
    });
  });

  it('leaves deleted entries to be reported by the merge', () => {
    const was = { steps: { $update: { one: { index: 0 } } } };
    const rebased = rebasedSnapshot(was, { steps: {} });
    expect(rebased).toEqual(was);
    expect(stale({ steps: {} }, rebased, { steps: {} })).toEqual(['steps.one: no longer exists']);
  });

  it('never conflicts with its source if every entry exists', () => {
    const text = fc.string();
    const record = fc.record({ name: text, index: fc.integer(), caption: fc.option(text) });
    const entries = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.record({ x: fc.integer(), text }));
    fc.assert(
      fc.property(record, record, entries, entries, (then, now, before, after) => {
        const there = Object.fromEntries(Object.entries(before).filter(([id]) => id in after));
        const added = Object.keys(after).filter((id) => !(id in before));
        const snapshot = { ...then, objects: { $update: there, $remove: added } };
        const current = { ...now, objects: after };
        expect(stale(snapshot, rebasedSnapshot(snapshot, current), current)).toEqual([]);
      }),
    );
  });
});

describe('the status of a draft', () => {
  it.each([
    [undefined, 'in-progress', 0],
    [undefined, 'archived', 0],
    [undefined, 'merged', 1],
    ['in-progress', 'archived', 0],
    ['archived', 'in-progress', 0],
    ['in-progress', 'merged', 1],
    ['archived', 'merged', 1],
    ['merged', 'merged', 0],
    ['merged', 'archived', 1],
    ['merged', 'in-progress', 1],
  ])('from %s to %s has %i problems', (before, after, problems) => {
    expect(statusProblems(before, after)).toHaveLength(problems);
  });
});
