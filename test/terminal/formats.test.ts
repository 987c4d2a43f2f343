import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { formatCsv } from '../../src/terminal/formats/format-csv.js';
import { formatJson, formatNdjson } from '../../src/terminal/formats/format-json.js';
import { formatRecordTsv, formatTsv } from '../../src/terminal/formats/format-tsv.js';
import { formatYaml } from '../../src/terminal/formats/format-yaml.js';
import { anyCharacter } from '../support/any-character.js';
import { runs } from '../support/property-runs.js';

const HOSTILE = 'a\u202eb\x1b]8;;x\x07\x9b\x7f\t\r\nend';
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not occur
const RAW = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/u;

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom(
      '\n',
      ' ',
      'a',
      '#',
      ':',
      '-',
      '\x85',
      '\u2028',
      '\t',
      '\r',
      '\ud800',
      '"',
      "'",
      '\\',
    ),
  }),
  fc.constantFrom(
    'yes',
    'no',
    'null',
    '~',
    '1e3',
    '0x1f',
    '012',
    '2025-01-01',
    '=',
    '<<',
    '---',
    '- a',
    '# b',
    '&a',
    '*a',
  ),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('json', () => {
  it('is indented or on one line', () => {
    expect(formatJson([{ a: 1 }], { pretty: true })).toBe('[\n  {\n    "a": 1\n  }\n]\n');
    expect(formatJson([{ a: 1 }], { pretty: false })).toBe('[{"a":1}]\n');
    expect(formatJson(undefined, { pretty: false })).toBe('null\n');
  });

  it('has a line for each item as ndjson', () => {
    expect(formatNdjson([{ a: 'x\ny' }, 2])).toBe('{"a":"x\\ny"}\n2\n');
    expect(formatNdjson({ a: 1 })).toBe('{"a":1}\n');
    expect(formatNdjson([])).toBe('');
  });

  it('escapes hostile text', () => {
    const out = formatJson({ [HOSTILE]: HOSTILE }, { pretty: true });
    expect(out).not.toMatch(RAW);
    expect(JSON.parse(out)).toEqual({ [HOSTILE]: HOSTILE });
  });
});

describe('yaml', () => {
  it('parses back to the same data, without a raw control character', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const out = await formatYaml(value);
        expect(out).not.toMatch(RAW);
        expect(parse(out)).toEqual(plain(value));
      }),
      { numRuns: runs(250) },
    );
  });

  it('is readable', async () => {
    const shared = { id: 'x' };
    const data = {
      name: 'Shop',
      note: 'one\ntwo\n',
      on: 'yes',
      bad: HOSTILE,
      tags: ['a', 'b'],
      one: shared,
      two: shared,
    };
    expect(await formatYaml(data)).toMatchInlineSnapshot(`
      "name: Shop
      note: |
        one
        two
      "on": "yes"
      bad: "a\\u202eb\\e]8;;x\\a\\x9b\\x7f\\t\\r\\nend"
      tags:
        - a
        - b
      one:
        id: x
      two:
        id: x
      "
    `);
  });

  it('separates documents', async () => {
    const out =
      (await formatYaml({ a: 1 }, { document: true })) + (await formatYaml([2], { document: true }));
    expect(parseAllDocuments(out).map((doc) => doc.toJS())).toEqual([{ a: 1 }, [2]]);
  });
});

const COLUMNS = [
  { key: 'id', kind: 'id' },
  { key: 'name' },
  { key: 'owner.mail' },
  { key: 'labels', kind: 'list' },
  { key: 'open', kind: 'boolean' },
  { key: 'updatedAt', kind: 'time' },
] as const;
const ROWS = [
  {
    id: 'a1',
    name: 'Shop, "new"',
    owner: { mail: 'x@y.z' },
    labels: ['p', 'q'],
    open: true,
    updatedAt: '2025-11-18T00:00:00Z',
  },
  { id: 'a2', name: HOSTILE, owner: null, labels: [], open: false },
  { id: 'a3', name: ' pad', labels: [{ k: 1 }] },
];

/** A reader according to RFC 4180, section 2. */
const readCsv = (csv: string): string[][] =>
  csv
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );

describe('csv for a spreadsheet', () => {
  const safe = (value: unknown): string =>
    readCsv(formatCsv([{ v: value }], [{ key: 'v' }], { safe: true }))[1]?.[0] ?? '';

  it.each([
    ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uff1d1', "'\uff1d1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff201', "'\uff201"],
    ['\u22121', "'\u22121"],
    [' =1', "' =1"],
    ['"=1', `'"=1`],
    ['a;=1;b', "a;'=1;b"],
    ['x;"=1"', `x;'"=1"`],
    [['=1', -2, 'c'], "'=1;-2;c"],
    // A leading control character is escaped already.
    ['\t=1', '\\t=1'],
    ['\r=1', '\\r=1'],
    [-5, '-5'],
    ['-5', '-5'],
    ['+3.25', '+3.25'],
    ['-1e-7', '-1e-7'],
    ['-5-5', "'-5-5"],
    ['-5=', "'-5="],
    ['a=b', 'a=b'],
    ['1 - 2', '1 - 2'],
  ])('%j becomes %j', (value, cell) => {
    expect(safe(value)).toBe(cell);
  });

  it('contains no formula, in headers and with any cell separator', () => {
    const formula = fc.string({ unit: fc.constantFrom(...'=+-@;",\t\r\n 1a\'＝＋－＠') });
    fc.assert(
      fc.property(fc.array(fc.tuple(formula, formula)), formula, (rows, key) => {
        const csv = formatCsv(rows, [{ key: '0' }, { key, value: (row: never) => row[1] }], { safe: true });
        for (const cell of readCsv(csv).flat()) {
          for (const part of cell.split(';')) {
            if (!/^[+-]?[\d.]+$/.test(part)) expect(part.trim()).not.toMatch(/^"*[=+\-@＝＋－＠]/);
          }
        }
      }),
    );
  });

  it('is off by default: data is unchanged', () => {
    expect(formatCsv([{ v: '=1' }], [{ key: 'v' }])).toBe('v\n=1\n');
  });
});

describe('csv', () => {
  it('has a header, quotes and escapes', () => {
    expect(formatCsv(ROWS, COLUMNS)).toMatchInlineSnapshot(`
      "id,name,owner.mail,labels,open,updatedAt
      a1,"Shop, ""new""",x@y.z,p;q,true,2025-11-18T00:00:00Z
      a2,a\\u202eb\\x1b]8;;x\\x07\\x9b\\x7f\\t\\r\\nend,,,false,
      a3," pad",,"[{""k"":1}]",,
      "
    `);
    expect(formatCsv([], COLUMNS)).toBe('id,name,owner.mail,labels,open,updatedAt\n');
    expect(formatCsv([{}], [{ key: 'a' }])).toBe('a\n""\n');
  });

  it('preserves every harmless cell, one line per row', () => {
    const harmless = fc.string({ unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(fc.array(fc.tuple(harmless, harmless)), (pairs) => {
        const csv = formatCsv(pairs, [{ key: '0' }, { key: '1' }]);
        expect(readCsv(csv)).toEqual([['0', '1'], ...pairs]);
      }),
    );
  });

  it('never contains a raw control character', () => {
    fc.assert(
      fc.property(fc.array(json), (rows) => {
        const csv = formatCsv(rows, [{ key: 'v', value: (row: unknown) => row }]);
        expect(csv).not.toMatch(RAW);
        expect(csv.split('\n')).toHaveLength(rows.length + 2);
      }),
    );
  });
});

describe('tsv', () => {
  it('has no header, and as many tabs in each row', () => {
    expect(formatTsv(ROWS, COLUMNS)).toMatchInlineSnapshot(`
      "a1	Shop, "new"	x@y.z	p, q	yes	2025-11-18T00:00:00Z
      a2	a\\u202eb\\x1b]8;;x\\x07\\x9b\\x7f\\t\\r\\nend			no	
      a3	 pad		[{"k":1}]		
      "
    `);
    expect(formatRecordTsv(ROWS[0], COLUMNS)).toMatchInlineSnapshot(`
      "id	a1
      name	Shop, "new"
      owner.mail	x@y.z
      labels	p, q
      open	yes
      updatedAt	2025-11-18T00:00:00Z
      "
    `);
  });

  it('separates rows and cells of any content', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: json, b: json }), { minLength: 1 }), (rows) => {
        const lines = formatTsv(rows, [{ key: 'a' }, { key: 'b' }]).split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines.slice(0, -1)) expect(line.split('\t')).toHaveLength(2);
      }),
    );
  });
});
