import * as jmespath from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { checkFields, fieldColumns, parseFields, project, readPath } from '../../src/terminal/fields.js';
import { compileQuery, errorPosition } from '../../src/terminal/query.js';

const thrownBy = async (work: () => unknown): Promise<ArchctlError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
};

const VALID = [
  'a.b[0].c',
  "[?status == 'live'].{id: id, name: name}",
  '[*].labels[] | sort(@) | [:2]',
  'sort_by(@, &updatedAt)[-1:].name',
  "items[?contains(labels, 'pci') && !external || (count > `3`)].[id, name]",
  'length([?a.b]) == `2` ? max_by(@, &n).id : not_null(a, "quoted key")',
  'let $x = a in [?b == $x].{k: c, l: $x}',
  '{a: b ? c : d, e: f[?g ? h : i]}',
  '*.a.*',
  '$.a[::2]',
  'a + b * -c',
];

describe('compileQuery', () => {
  const data = [
    { id: 'a', n: 2, at: undefined },
    { id: 'b', n: 10 },
  ];

  it.each([
    ['[].id', ['a', 'b']],
    ['[?n > `5`]', [{ id: 'b', n: 10 }]],
    ['length(@)', 2],
    ['[0]', { id: 'a', n: 2 }],
    ['nothing', null],
  ])('%s', async (expression, answer) => expect((await compileQuery(expression))(data)).toEqual(answer));

  it.each([
    ['[?name', 7],
    ['a.b[', 5],
    ['a @ b', 3],
    ['a..b', 3],
    ['[].{a: b', 9],
    ['[].{a b}', 7],
    ['a # b', 3],
    ['a == "b', 6],
    ['foo(a)', 1],
    ['[].foo(a, b)', 4],
    ['a b', 3],
    ['(a | b', 7],
    ['a)', 2],
    ['', 1],
    ["[?a == 'x' &&]", 14],
  ])('%s breaks at %i', async (expression, position) => {
    const error = await thrownBy(() => compileQuery(expression));
    expect(error.kind).toBe('usage');
    expect(error.message).toContain(`position ${position}:`);
    expect(error.facts.hint).toContain(`${expression}\n${' '.repeat(position - 1)}^`);
  });

  it.each(VALID)('finds no error before the end of any prefix of %s', (expression) => {
    expect(() => jmespath.compile(expression)).not.toThrow();
    const starts = jmespath.tokenize(expression).map(({ start }) => start);
    for (const start of [...starts.slice(1), expression.length]) {
      expect(errorPosition(jmespath, expression.slice(0, start))).toBe(start);
    }
  });

  it('terminates for any text', () => {
    const soup = fc.array(
      fc.constantFrom('a', '[', ']', '{', '}', '(', ')', '?', ':', '.', '"', '`', '&', '|', ' let $x ', '#'),
    );
    fc.assert(
      fc.property(soup, (parts) => {
        const text = parts.join('');
        const at = errorPosition(jmespath, text);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('is a usage error if the data does not fit', async () => {
    const query = await compileQuery('length(@)');
    const error = await thrownBy(() => query(5));
    expect([error.kind, error.message]).toEqual([
      'usage',
      expect.stringContaining('does not match the data'),
    ]);
  });
});

describe('fields', () => {
  it('are parsed from text', async () => {
    expect(parseFields('id, owner.name')).toEqual(['id', 'owner.name']);
    expect((await thrownBy(() => parseFields('id,,name'))).kind).toBe('usage');
    expect((await thrownBy(() => parseFields('id,id'))).message).toContain('twice');
  });

  it.each([
    [{ a: { b: 1 } }, 'a.b', { found: true, value: 1 }],
    [{ 'a.b': 2, a: { b: 1 } }, 'a.b', { found: true, value: 2 }],
    [{ 'a.b': { c: 3 } }, 'a.b.c', { found: true, value: 3 }],
    [{ a: [{ b: 4 }] }, 'a.0.b', { found: true, value: 4 }],
    [{ a: null }, 'a', { found: true, value: null }],
    [{ a: 1 }, 'a.b', { found: false }],
    [{}, 'constructor', { found: false }],
    [{}, '__proto__.toString', { found: false }],
    ['text', 'length', { found: false }],
  ])('%j has %s: %j', (row, path, answer) => expect(readPath(row, path)).toEqual(answer));

  it('select and order columns', () => {
    const declared = [{ key: 'size', value: ({ items }: { items: unknown[] }) => items.length }];
    const columns = fieldColumns(['size', 'owner.name', 'id'], declared);
    const picked = project({ id: 'x', owner: { name: 'Ann' }, items: [1, 2] }, columns);
    expect(JSON.stringify(picked)).toBe('{"size":2,"owner.name":"Ann","id":"x"}');
  });

  it('are rejected if no row has them', async () => {
    const rows = [{ id: 1 }, { id: 2, note: 'x' }];
    const declared = [{ key: 'owner.name' }];
    expect(() => checkFields(['note', 'owner.name'], rows, declared)).not.toThrow();
    expect(() => checkFields(['anything'], [], declared)).not.toThrow();
    const error = await thrownBy(() => checkFields(['nope', 'id'], rows, declared));
    expect(error.kind).toBe('usage');
    expect(error.message).toBe('Unknown field in --fields: "nope".');
    expect(error.facts.hint).toBe('Did you mean "note"? Available: owner.name, id, note');
  });
});

describe('bounds before parsing', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}a${']'.repeat(levels)}`;
  it.each([
    ['nested brackets', nested(1_000), 'is nested 1000 levels deep; at most 100 are supported'],
    ['open brackets', '('.repeat(900), 'is nested 900 levels deep'],
    ['nested objects', '{a:'.repeat(200), 'is nested 200 levels deep'],
    ['nested filters', 'a[?'.repeat(150), 'is nested 150 levels deep'],
    ['nested calls', 'not_null('.repeat(150), 'is nested 150 levels deep'],
    ['a chain of fields', `a${'.a'.repeat(600)}`, 'has 1201 tokens; at most 1000 are supported'],
    ['a chain of negations', `${'!'.repeat(1_100)}a`, 'has 1101 tokens'],
    ['a long text', '['.repeat(20_000), 'has 20000 characters; at most 4000 are supported'],
  ])('%s: a usage error with limit and value', async (_, expression, message) => {
    await expect(compileQuery(expression)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(message),
    });
  });

  it('accept an expression at the bounds', async () => {
    expect((await compileQuery(nested(100)))({ a: 1 })).toBeDefined();
    const fields = await compileQuery(`a${'.a'.repeat(499)}`);
    expect(fields({ a: { a: 1 } })).toBeNull();
  });

  it('the position of an error needs a logarithmic number of attempts', () => {
    let attempts = 0;
    const syntax = {
      tokenize: jmespath.tokenize,
      compile(expression: string) {
        attempts += 1;
        return jmespath.compile(expression);
      },
    };
    const expression = `${'a || '.repeat(200)}a ] b`;
    expect(errorPosition(syntax, expression)).toBe(expression.indexOf(']'));
    expect(attempts).toBeLessThan(12 * 9);
  });
});
