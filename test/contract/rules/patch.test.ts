import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../src/contract/rules/patch.js';

const KEY = fc.constantFrom('a', 'b', 'c', 'd');
const entry = fc.record({ x: fc.nat(9), y: fc.option(fc.nat(9), { nil: null }) });
const partial = fc.record({ x: fc.nat(9), z: fc.nat(9) }, { requiredKeys: [] });
const ids = fc.uniqueArray(KEY, { maxLength: 4 });
const mapOf = <T>(value: fc.Arbitrary<T>) => fc.dictionary(KEY, value, { maxKeys: 4 });
const opt = { requiredKeys: [] };
const mapPatch = fc.record(
  { $add: mapOf(entry), $update: mapOf(partial), $replace: mapOf(entry), $remove: ids },
  opt,
);
const listPatch = fc.record({ $add: ids, $remove: ids }, opt);

describe('an update of a map', () => {
  it('is defined per key: removed, changed, added, replaced, in this order', () => {
    fc.assert(
      fc.property(mapOf(entry), mapPatch, (map, patch) => {
        fc.pre(Object.keys(patch).length > 0);
        const { after, problems } = applyPatch({ map, other: 1 }, { map: patch });
        const { $add = {}, $update = {}, $replace = {}, $remove = [] } = patch;
        const expected = new Map<string, object>();
        const missing: string[] = [];
        for (const key of ['a', 'b', 'c', 'd'] as const) {
          let is: object | undefined = $remove.includes(key) ? undefined : map[key];
          if (key in $update && is === undefined)
            missing.push(`map.$update.${key}: the entry does not exist`);
          else if (key in $update) is = { ...is, ...$update[key] };
          is = $replace[key] ?? $add[key] ?? is;
          if (is) expected.set(key, is);
        }
        expect(after).toEqual({ map: Object.fromEntries(expected), other: 1 });
        expect([...problems].sort()).toEqual(missing);
      }),
    );
  });

  it('does not change its input', () => {
    fc.assert(
      fc.property(mapOf(entry), mapPatch, (map, patch) => {
        const copy = structuredClone({ map, patch });
        applyPatch({ map }, { map: patch });
        expect({ map, patch }).toEqual(copy);
      }),
    );
  });
});

describe('an update of a list of ids', () => {
  it('is the set without removed and with added ids, each once', () => {
    fc.assert(
      fc.property(ids, listPatch, (list, patch) => {
        fc.pre(Object.keys(patch).length > 0);
        const { after, problems } = applyPatch({ list }, { list: patch });
        const { $add = [], $remove = [] } = patch;
        const expected = new Set([...list.filter((id) => !$remove.includes(id)), ...$add]);
        expect(after.list).toEqual([...expected]);
        expect(problems).toEqual([]);
      }),
    );
  });

  it('as a whole is that list', () => {
    fc.assert(
      fc.property(ids, ids, (list, next) => {
        expect(applyPatch({ list }, { list: next }).after.list).toEqual(next);
      }),
    );
  });
});
