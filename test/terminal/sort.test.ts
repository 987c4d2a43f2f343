import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSort, sortItems } from '../../src/terminal/sort.js';
import type { Result } from '../../src/terminal/types.js';
import { testTerminal } from '../support/terminal.js';

const by = (items: readonly unknown[], ...keys: string[]): unknown[] => sortItems(items, [], parseSort(keys));
const values = (list: readonly unknown[], ...keys: string[]): unknown[] =>
  by(
    list.map((value) => ({ value })),
    ...keys,
  ).map((item) => (item as { value: unknown }).value);

describe('--sort', () => {
  it.each([
    ['numbers', [10, 9, -1, 2.5], [-1, 2.5, 9, 10]],
    ['texts, with numbers in them', ['v10', 'v9', 'V9', 'a'], ['a', 'v9', 'V9', 'v10']],
    [
      'times, whatever their zone',
      ['2025-01-01T01:00:00+02:00', '2025-01-01T00:30:00Z', '2024-12-31'],
      ['2024-12-31', '2025-01-01T01:00:00+02:00', '2025-01-01T00:30:00Z'],
    ],
    ['no before yes', [true, false], [false, true]],
    ['lists by their texts', [['b'], ['a', 'c'], ['a']], [['a'], ['a', 'c'], ['b']]],
  ])('orders %s', (_, list, expected) => {
    expect(values(list, 'value')).toEqual(expected);
    expect(values(list, 'value:desc')).toEqual(expected.toReversed());
  });

  it('puts missing values last in both directions', () => {
    const list = ['b', null, 'a', '', [], undefined];
    expect(values(list, 'value').slice(0, 2)).toEqual(['a', 'b']);
    expect(values(list, 'value:desc').slice(0, 2)).toEqual(['b', 'a']);
  });

  it('accepts several keys, commas, paths, and computed columns', () => {
    const items = [
      { type: 'b', owner: { name: 'x' } },
      { type: 'a', owner: { name: 'y' } },
      { type: 'a', owner: { name: 'z' } },
    ];
    const expected = ['z', 'y', 'x'];
    const names = (list: unknown[]) => list.map((item) => (item as { owner: { name: string } }).owner.name);
    expect(names(by(items, 'type', 'owner.name:desc'))).toEqual(expected);
    expect(names(by(items, 'type:asc,owner.name:desc'))).toEqual(expected);
    const column = { key: 'own', value: (row: unknown) => (row as { owner: { name: string } }).owner.name };
    expect(names(sortItems(items, [column], parseSort(['own:desc'])))).toEqual(expected);
  });

  it('is stable, keeps all items, and reverses', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(null, '', '2025-01-01T00:00:00Z'),
    );
    fc.assert(
      fc.property(fc.array(value), (list) => {
        const items = list.map((it, at) => ({ value: it, at }));
        const up = by(items, 'value') as typeof items;
        expect(new Set(up)).toEqual(new Set(items));
        expect(by(up, 'value')).toEqual(up);
        const present = ({ value: it }: { value: unknown }) => it !== null && it !== '';
        const down = by(items, 'value:desc') as typeof items;
        expect(down.filter(present).map((it) => it.value)).toEqual(
          up
            .filter(present)
            .map((it) => it.value)
            .reverse(),
        );
        expect(up.findIndex((it) => !present(it))).toBe(
          up.some((it) => !present(it)) ? up.filter(present).length : -1,
        );
      }),
    );
  });

  it('rejects an unknown field and suggests the nearest', () => {
    const refusal = (key: string) => () =>
      sortItems([{ name: 'a' }], [{ key: 'updatedAt', header: 'Updated' }], parseSort([key]));
    expect(refusal('nmae')).toThrow('Unknown field in --sort: "nmae".');
    for (const [typed, meant] of [
      ['nmae', 'name'],
      ['Upadted', 'Updated'],
    ] as const) {
      try {
        refusal(typed)();
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({
          kind: 'usage',
          facts: { hint: `Did you mean "${meant}"? Available: updatedAt, name` },
        });
      }
    }
    expect(refusal('updated:desc')()).toEqual([{ name: 'a' }]);
    for (const empty of ['', ':desc', 'name,']) expect(() => parseSort([empty])).toThrow('contains no field');
    expect(sortItems([], [], parseSort(['anything']))).toEqual([]);
  });

  const LIST: Result = {
    kind: 'list',
    items: [{ n: 1 }, { n: 3 }, { n: 2 }],
    columns: [{ key: 'n' }],
    limit: 2,
  };
  it('is applied before --limit, --query and --fields', async () => {
    const { terminal, stdout } = await testTerminal({ sort: ['n:desc'], query: '[].n', format: 'json' });
    await terminal.render(LIST);
    expect(stdout()).toBe('[3,2]\n');
  });
  it('rejects results other than lists', async () => {
    const { terminal, stdout, stderr } = await testTerminal({ sort: ['n'] });
    await terminal.render({ kind: 'record', record: { n: 1 }, columns: [{ key: 'n' }] });
    expect(stdout()).toBe('n\t1\n');
    expect(stderr()).toBe('warning: --sort applies to lists only.\n');
  });
});
