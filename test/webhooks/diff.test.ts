import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, describeChange } from '../../src/webhooks/build/diff.js';

type State = Record<string, unknown> | null;
const between = (before: State, after: State, options?: Parameters<typeof changesOf>[1]) =>
  changesOf({ before, after }, options);
const describeAll = (before: State, after: State) =>
  between(before, after).map((change) => describeChange(change));

describe('changes', () => {
  it('are additions, removals and updates, by dotted path', () => {
    expect(
      between(
        { name: 'A', gone: 1, same: [1, { a: 2 }], labels: { env: 'test', old: 'x' } },
        { name: 'B', same: [1, { a: 2 }], labels: { env: 'live', fresh: 'y' }, more: false },
      ),
    ).toEqual([
      { path: 'name', kind: 'changed', before: 'A', after: 'B' },
      { path: 'gone', kind: 'removed', before: 1 },
      { path: 'labels.env', kind: 'changed', before: 'test', after: 'live' },
      { path: 'labels.old', kind: 'removed', before: 'x' },
      { path: 'labels.fresh', kind: 'added', after: 'y' },
      { path: 'more', kind: 'added', after: false },
    ]);
  });

  it('are limited in number, without counting counters and timestamps', () => {
    const before = { commit: 1, version: 1, updatedAt: 'a', a: 1, b: { version: 1 }, c: 1 };
    const after = { commit: 2, version: 2, updatedAt: 'b', a: 2, b: { version: 2 }, c: 2 };
    const paths = (options?: { all?: boolean; limit?: number }) =>
      between(before, after, options).map(({ path }) => path);
    expect(paths({ limit: 2 })).toEqual(['a', 'b.version']);
    expect(paths({ all: true, limit: 2 })).toEqual(['commit', 'version']);
  });

  it('distinguish null from absent, and a map from a list and a text', () => {
    expect(between({ a: null }, {})).toEqual([{ path: 'a', kind: 'removed', before: null }]);
    expect(between({}, { a: null })).toEqual([{ path: 'a', kind: 'added', after: null }]);
    expect(between({ a: null }, { a: 0 })).toEqual([{ path: 'a', kind: 'changed', before: null, after: 0 }]);
    expect(between({ a: {} }, { a: [] })).toEqual([{ path: 'a', kind: 'changed', before: {}, after: [] }]);
    expect(between({ a: { b: 1 } }, { a: 'b' })).toMatchObject([{ path: 'a', kind: 'changed' }]);
    expect(between({ a: 1 }, { a: '1' })).toMatchObject([{ path: 'a', kind: 'changed' }]);
  });

  it('are empty for created or deleted records', () => {
    expect(between(null, { a: 1 })).toEqual([]);
    expect(between({ a: 1 }, null)).toEqual([]);
    expect(between(null, null)).toEqual([]);
  });

  it('omit counters and timestamps by default, at the top level only', () => {
    const stamps = (n: number) => ({
      commit: n,
      version: n,
      updatedAt: `${n}`,
      updatedBy: `${n}`,
      updatedById: `${n}`,
    });
    const [before, after] = [1, 2].map((n) => ({ ...stamps(n), name: `${n}`, labels: { version: `${n}` } }));
    expect(between(before ?? null, after ?? null).map(({ path }) => path)).toEqual([
      'name',
      'labels.version',
    ]);
    expect(between(before ?? null, after ?? null, { all: true }).map(({ path }) => path)).toEqual([
      ...Object.keys(stamps(1)),
      'name',
      'labels.version',
    ]);
  });

  it('are limited', () => {
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, value]));
    expect(between(many(1), many(2), { limit: 3 }).map(({ path }) => path)).toEqual(['k0', 'k1', 'k2']);
    expect(between(many(1), many(2))).toHaveLength(1_000);
  });

  it('treat hostile names as names', () => {
    const before = JSON.parse('{"__proto__":{"a":1},"constructor":"x","toString":1}') as State;
    const after = JSON.parse('{"__proto__":{"a":2},"hasOwnProperty":1,"toString":1}') as State;
    expect(between(before, after)).toEqual([
      { path: '__proto__.a', kind: 'changed', before: 1, after: 2 },
      { path: 'constructor', kind: 'removed', before: 'x' },
      { path: 'hasOwnProperty', kind: 'added', after: 1 },
    ]);
    expect(between({}, JSON.parse('{"__proto__":{"a":1}}') as State)).toMatchObject([
      { path: '__proto__', kind: 'added' },
    ]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it('of a state and itself are empty, and of two different ones are not', () => {
    const state = fc.dictionary(fc.string(), fc.jsonValue());
    const copy = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
    fc.assert(
      fc.property(state, (it) => {
        expect(between(copy(it), copy(it), { all: true })).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(state, fc.string(), fc.jsonValue(), (it, key, value) => {
        const before = copy(it);
        const after = copy(Object.fromEntries([...Object.entries(before), [key, [value]]]));
        fc.pre(JSON.stringify(before) !== JSON.stringify(after));
        const changes = between(before, after, { all: true });
        expect(changes.length).toBeGreaterThan(0);
        for (const { path } of changes) expect(path.startsWith(key)).toBe(true);
      }),
    );
  });
});

describe('a summary of a change', () => {
  it.each<[string, State, State, string]>([
    ['changed', { name: 'A' }, { name: 'B' }, 'name: "A" → "B"'],
    ['added', {}, { caption: 'c' }, 'caption: "c"'],
    ['removed', { caption: 'c' }, {}, 'caption removed'],
    ['to null', { a: 1 }, { a: null }, 'a: 1 → null'],
    ['items of a list', { tagIds: ['t2', 't3'] }, { tagIds: ['t1', 't3'] }, 'tagIds: +t1 -t2'],
    ['items that are maps', { a: [{ x: 1 }] }, { a: [{ x: 1 }, { x: 2 }] }, 'a: +{"x":2}'],
    ['another order', { a: [1, 2] }, { a: [2, 1] }, 'a: [1,2] → [2,1]'],
    ['a list for a text', { a: 'x' }, { a: ['x'] }, 'a: "x" → ["x"]'],
  ])('%s', (_, before, after, expected) => {
    expect(describeAll(before, after)).toEqual([expected]);
  });

  it('truncates long values between characters', () => {
    const [text = ''] = describeAll({ a: 'x' }, { a: '😀'.repeat(500) });
    expect(text).toBe(`a: "x" → "${'😀'.repeat(38)}…`);
    expect(text).not.toMatch(/\p{Cs}/u);
    const many = (n: number) => ({ a: Array.from({ length: n }, (_, at) => `tag${at}`) });
    expect(describeAll(many(0), many(500))[0]).toMatch(/^a: \+tag0 \+tag1 .{0,30}…$/);
    expect(describeAll({}, { ['k'.repeat(90)]: 1 })).toEqual([`${'k'.repeat(39)}…: 1`]);
    const change = { path: 'a', kind: 'added', after: 'abcdefgh' } as const;
    expect(describeChange(change, 5)).toBe('a: "abc…');
    expect(describeChange(change, 10)).toBe('a: "abcdefgh"');
  });
});
