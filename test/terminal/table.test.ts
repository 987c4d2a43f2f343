import Table from 'cli-table3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from '../../src/base/text/escape.js';
import { plainPalette } from '../../src/terminal/color.js';
import { cellText } from '../../src/terminal/formats/cells.js';
import { fitColumns, GAP } from '../../src/terminal/formats/fit-columns.js';
import { formatRecord, NO_BORDERS } from '../../src/terminal/formats/format-record.js';
import { formatTable } from '../../src/terminal/formats/format-table.js';
import type { Column, ColumnKind, Palette } from '../../src/terminal/types.js';
import { displayWidth } from '../../src/terminal/width.js';
import { runs } from '../support/property-runs.js';
import { TEST_NOW } from '../support/terminal.js';

const COLUMNS: readonly Column[] = [
  { key: 'id', kind: 'id', priority: 1 },
  { key: 'name', priority: 1 },
  { key: 'status', kind: 'status', priority: 2 },
  { key: 'diagramCount', header: 'Diagrams', kind: 'number', priority: 4 },
  { key: 'labels', kind: 'list', priority: 5 },
  { key: 'external', kind: 'boolean', priority: 4 },
  { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 2 },
  { key: 'caption' },
];
const ROWS = [
  {
    id: 'hjt3kW0pXa',
    name: 'Checkout service',
    status: 'live',
    diagramCount: 4,
    labels: ['payments', 'pci'],
    external: false,
    updatedAt: '2025-11-18T08:00:00Z',
    caption: 'Takes the basket and turns it into an order, whatever the channel',
  },
  {
    id: 'b81kaWq02d',
    name: '日本の在庫システム 🪐 と配送',
    status: 'deprecated',
    diagramCount: 127,
    labels: [],
    external: true,
    updatedAt: '2025-11-21T14:00:00Z',
    caption: null,
  },
  { id: 'zz\x1b[2J', name: 'می‌خواهم', status: 'removed', updatedAt: null, caption: 'line\nbreak' },
];
const base = { palette: plainPalette, now: TEST_NOW };
const marked: Palette = Object.fromEntries(
  Object.keys(plainPalette).map((name) => [name, (text: string) => `<${name}>${text}</>`]),
) as unknown as Palette;

describe('formatTable', () => {
  it('at 120 columns', async () => {
    const { text, dropped } = await formatTable(ROWS, COLUMNS, { ...base, width: 120, reader: 'person' });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ID          Name                      Status      Diagrams  Labels        External  Updated     Caption
      hjt3kW0pXa  Checkout service          live               4  payments, p…  no        3 days ago  Takes the basket and tu…
      b81kaWq02d  日本の在庫システム 🪐…    deprecated       127  -             yes       in 2 hours  -
      zz\\x1b[2J   می‌خواهم                   removed            -  -             -         -           line\\nbreak
      "
    `);
    expect(dropped).toEqual([]);
  });

  it('at 80 columns', async () => {
    const { text, dropped } = await formatTable(ROWS, COLUMNS, { ...base, width: 80, reader: 'person' });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ID          Name                          Status      Updated
      hjt3kW0pXa  Checkout service              live        3 days ago
      b81kaWq02d  日本の在庫システム 🪐 と配送  deprecated  in 2 hours
      zz\\x1b[2J   می‌خواهم                       removed     -
      "
    `);
    expect(dropped).toMatchInlineSnapshot(`
      [
        "diagramCount",
        "labels",
        "external",
        "caption",
      ]
    `);
  });

  it('at 40 columns', async () => {
    const { text, dropped } = await formatTable(ROWS, COLUMNS, { ...base, width: 40, reader: 'person' });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ID          Name
      hjt3kW0pXa  Checkout service
      b81kaWq02d  日本の在庫システム 🪐 と配送
      zz\\x1b[2J   می‌خواهم
      "
    `);
    expect(dropped).toMatchInlineSnapshot(`
      [
        "status",
        "diagramCount",
        "labels",
        "external",
        "updatedAt",
        "caption",
      ]
    `);
  });

  it('for a pipe', async () => {
    const { text } = await formatTable(ROWS, COLUMNS, { ...base, width: 80, reader: 'pipe' });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ID          Name                          Status      Updated
      hjt3kW0pXa  Checkout service              live        2025-11-18T08:00:00Z
      b81kaWq02d  日本の在庫システム 🪐 と配送  deprecated  2025-11-21T14:00:00Z
      zz\\x1b[2J   می‌خواهم                       removed
      "
    `);
  });

  it('colours by kind', async () => {
    const columns = COLUMNS.filter(({ key }) => ['id', 'status', 'updatedAt'].includes(key));
    const { text } = await formatTable(ROWS, columns, {
      ...base,
      palette: marked,
      width: 80,
      reader: 'person',
    });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      <bold>ID</>          <bold>Status</>      <bold>Updated</>
      <dim>hjt3kW0pXa</>  <green>live</>        3 days ago
      <dim>b81kaWq02d</>  <yellow>deprecated</>  in 2 hours
      <dim>zz\\x1b[2J</>   <red>removed</>     <dim>-</>
      "
    `);
  });

  it('aligns and fits any rows', async () => {
    const row = fc.record({
      id: fc.string({ unit: 'grapheme' }),
      name: fc.string({ unit: 'grapheme' }),
      n: fc.integer(),
    });
    const columns: Column[] = [
      { key: 'id', kind: 'id', priority: 1 },
      { key: 'name' },
      { key: 'n', kind: 'number' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1 }),
        fc.integer({ min: 6, max: 120 }),
        async (rows, width) => {
          const { text } = await formatTable(rows, columns, { ...base, width, reader: 'person' });
          const lines = text.split('\n');
          expect(lines).toHaveLength(rows.length + 2);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('draws thousands of rows at once', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: `id${index}`, name: `Object ${index}` }));
    const { text } = await formatTable(rows, COLUMNS.slice(0, 2), { ...base, width: 80, reader: 'person' });
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(5001);
    expect(lines.at(-1)).toBe('id4999  Object 4999');
  });
});

it('a table contains the same text as a single cell', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'a', 'x\ty', null, undefined, true),
  );
  const kind = fc.constantFrom<ColumnKind>('text', 'id', 'time', 'status');
  fc.assert(
    fc.property(value, kind, fc.constantFrom('person', 'pipe'), (cell, of, reader) => {
      const options = { ...base, width: 10_000, reader };
      const { text } = formatTable([{ cell }], [{ key: 'cell', kind: of }], options);
      expect(text.split('\n')[1]).toBe(cellText(cell, of, options));
    }),
  );
});

it('formats no cell twice', () => {
  let looks = 0;
  const columns: Column[] = [
    {
      key: 'name',
      priority: 1,
      value: (row) => {
        looks += 1;
        return (row as { name: string }).name;
      },
    },
  ];
  const rows = Array.from({ length: 300 }, (_, at) => ({ name: `Object ${at}` }));
  formatTable(rows, columns, { ...base, width: 80, reader: 'person' });
  expect(looks).toBe(300);
});

it('a table looks the same as one by cli-table3', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 14 }),
    fc.constantFrom('', 'a', '漢字', 'é', '🪐'),
  );
  const kinds = fc.constantFrom<ColumnKind>('text', 'number');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 }),
      fc.tuple(kinds, kinds, kinds),
      (rows, given) => {
        const shown = rows.map((row) => row.map((cell) => visible(cell).trim()));
        const columns = given.map((kind, at) => ({ key: String(at), header: `Column ${at}`, kind }));
        const table = new Table({
          chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
          style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
          colAligns: given.map((kind) => (kind === 'number' ? 'right' : 'left')),
        });
        table.push(
          columns.map(({ header }) => header),
          ...shown,
        );
        const lines = table.toString().split('\n');
        const { text } = formatTable(shown, columns, { ...base, width: 1_000, reader: 'pipe' });
        expect(text).toBe(lines.map((line) => `${line.trimEnd()}\n`).join(''));
      },
    ),
    { numRuns: runs(60) },
  );
});

describe('formatRecord', () => {
  const record = {
    ...ROWS[0],
    description: 'First paragraph.\n\n\u202eSecond, which goes on for longer than one line.',
  };
  const columns: readonly Column[] = [...COLUMNS, { key: 'description' }, { key: 'parent.id', kind: 'id' }];

  it('at 40 columns', async () => {
    const text = await formatRecord(record, columns, { ...base, width: 40, reader: 'person' });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ID           hjt3kW0pXa
      Name         Checkout service
      Status       live
      Diagrams     4
      Labels       payments, pci
      External     no
      Updated      3 days ago
      Caption      Takes the basket and turns
                   it into an order, whatever
                   the channel
      Description  First paragraph.

                   \\u202eSecond, which goes on
                   for longer than one line.
      Parent ID    -
      "
    `);
  });

  it('at 80 columns, for a pipe', async () => {
    const text = await formatRecord(record, columns, { ...base, width: 80, reader: 'pipe' });
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ID           hjt3kW0pXa
      Name         Checkout service
      Status       live
      Diagrams     4
      Labels       payments, pci
      External     no
      Updated      2025-11-18T08:00:00Z
      Caption      Takes the basket and turns it into an order, whatever the channel
      Description  First paragraph.

                   \\u202eSecond, which goes on for longer than one line.
      Parent ID
      "
    `);
  });
});

/** Sorts positions by their order in a list. */
const by =
  (order: readonly { index: number }[]) =>
  (a: number, b: number): number =>
    order.findIndex(({ index }) => index === a) - order.findIndex(({ index }) => index === b);

describe('fitColumns', () => {
  const kind = fc.constantFrom<ColumnKind>('text', 'id', 'time', 'number', 'boolean', 'list', 'status');
  const size = fc.record({
    kind,
    priority: fc.integer({ min: 1, max: 5 }),
    natural: fc.integer({ min: 1, max: 300 }),
  });
  const sizes = fc.array(size, { minLength: 1, maxLength: 9 });

  it('fits, and drops only less important columns than it keeps', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 200 }), (columns, width) => {
        const kept = fitColumns(columns, width, { keepIds: false });
        const used = kept.reduce((sum, slot) => sum + slot.width, GAP * (kept.length - 1));
        if (width >= 6) expect(used).toBeLessThanOrEqual(width);
        const shown = new Set(kept.map(({ index }) => index));
        const lowest = Math.max(...kept.map(({ index }) => columns[index]?.priority ?? 0));
        columns.forEach(({ priority }, index) => {
          if (!shown.has(index)) expect(priority).toBeGreaterThanOrEqual(lowest);
        });
      }),
    );
  });

  it('keeps all columns that fit', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 200 }), fc.boolean(), (columns, width, keepIds) => {
        const kept = fitColumns(columns, width, { keepIds }).map(({ index }) => index);
        const order = columns.map(({ priority }, index) => ({ priority, index }));
        order.sort((a, b) => a.priority - b.priority || a.index - b.index);
        const next = order[kept.length];
        expect(order.slice(0, kept.length).map(({ index }) => index)).toEqual(kept.toSorted(by(order)));
        if (next === undefined) return;
        // A text that may be truncated counts with its minimum width.
        const least = [...kept, next.index].map((index) => {
          const { kind = 'text', priority = 1, natural = 0 } = columns[index] ?? {};
          const isText = kind === 'text' || kind === 'list';
          if (next.priority > 1) return isText ? Math.min(natural, priority === 1 ? 24 : 12) : natural;
          return keepIds && kind === 'id' ? natural : Math.min(natural, 6);
        });
        expect(least.reduce((sum, cells) => sum + cells, GAP * (least.length - 1))).toBeGreaterThan(width);
      }),
    );
  });

  it('shows spare columns only if nothing is truncated for them', () => {
    fc.assert(
      fc.property(sizes, fc.nat(8), fc.integer({ min: 1, max: 200 }), (columns, at, width) => {
        const spare = Math.min(at, columns.length - 1);
        const others = columns.filter((_, index) => index !== spare);
        const given = columns.map((column, index) => ({ ...column, spare: index === spare }));
        const kept = fitColumns(given, width, { keepIds: false });
        const rest = kept.filter(({ index }) => index !== spare);
        const alone = fitColumns(others, width, { keepIds: false });
        if (others.length > 0)
          expect(rest.map((slot) => slot.width)).toEqual(alone.map((slot) => slot.width));
        const whole = columns.reduce((sum, { natural }) => sum + natural, GAP * (columns.length - 1));
        if (others.length > 0) expect(kept.length > rest.length).toBe(whole <= width);
      }),
    );
  });

  it('does not measure columns that are less important than one that does not fit', () => {
    const id = { kind: 'id' as const };
    const unmeasured = {
      ...id,
      priority: 3,
      get natural(): number {
        throw new Error('It was measured.');
      },
    };
    const columns = [unmeasured, { ...id, priority: 1, natural: 20 }, { ...id, priority: 2, natural: 70 }];
    expect(fitColumns(columns, 80, { keepIds: true })).toMatchObject([{ index: 1, width: 20 }]);
  });

  it('never truncates an id with keepIds', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 200 }), (columns, width) => {
        for (const { index, width: given } of fitColumns(columns, width, { keepIds: true })) {
          if (columns[index]?.kind === 'id') expect(given).toBe(columns[index].natural);
        }
      }),
    );
  });
});
