/** Tables for people: a list as rows, a record as fields and values. */

import { type CellReader, cellText, columnHeader, paintCell } from './cells.js';
import { plainPalette } from './color.js';
import { isPlain } from './escape.js';
import { columnValue } from './fields.js';
import { fitColumns, GAP } from './fit-columns.js';
import { drawGrid, drawTable, type GridCell, type TableColumn } from './grid.js';
import type { Column, ColumnKind, Palette } from './types.js';
import { displayWidth, wrapWords } from './width.js';

export interface TableOptions {
  /** Terminal cells a line may take. */
  width: number;
  reader: Exclude<CellReader, 'csv'>;
  palette: Palette;
  now: Date;
}

/** Not by spreading: as arguments, a hundred thousand lines overflow the stack. */
const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);

/** Least room for the values of a record, however long its field names are. */
const VALUE_LEAST = 20;

interface Content {
  /** Of the rows; the texts begin with the header. */
  values: readonly unknown[];
  texts: readonly string[];
  sizes: readonly number[];
  widest: number;
}

function contentOf(column: Column, rows: readonly unknown[], options: TableOptions): Content {
  const { kind = 'text' } = column;
  // What is wider than the terminal is cut or left out, however much wider; an id in a pipe is neither.
  const upTo = kind === 'id' && options.reader === 'pipe' ? undefined : options.width + 1;
  const header = columnHeader(column);
  const [values, texts, sizes]: [unknown[], string[], number[]] = [
    [],
    [header],
    [displayWidth(header, upTo)],
  ];
  let widest = sizes[0] ?? 0;
  for (const row of rows) {
    const value = columnValue(column, row);
    // Most cells are, and need not be looked at again.
    const isReady = typeof value === 'string' && value !== '' && kind !== 'time' && isPlain(value);
    const text = isReady ? value : cellText(value, kind, options);
    const size = isReady ? text.length : displayWidth(text, upTo);
    values.push(value);
    texts.push(text);
    sizes.push(size);
    if (size > widest) widest = size;
  }
  return { values, texts, sizes, widest };
}

/** A column with what stands in it, which is found out on first use: most columns of many have no room. */
function filled(column: Column, rows: readonly unknown[], options: TableOptions) {
  const { kind = 'text', priority = 3 } = column;
  let known: Content | undefined;
  const content = (): Content => {
    known ??= contentOf(column, rows, options);
    return known;
  };
  return {
    kind,
    priority,
    content,
    get atLeast() {
      return contentOf(column, rows.slice(0, 1), options).widest;
    },
    get natural() {
      return content().widest;
    },
  };
}

function isNumeric(kind: ColumnKind, values: readonly unknown[]): boolean {
  if (kind !== 'text') return kind === 'number';
  const isAbsent = (value: unknown): boolean => value === undefined || value === null;
  return (
    values.every((value) => typeof value === 'number' || isAbsent(value)) &&
    values.some((value) => !isAbsent(value))
  );
}

/**
 * The rows under a header, fitted to the width: `dropped` names the keys of the columns that found no room. Nothing
 * is wrapped; cut text ends in `…`. Ids are cut only for a person, and only as the last resort.
 */
export function formatTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
): { text: string; dropped: string[] } {
  const all = columns.map((column) => filled(column, rows, options));
  const { palette } = options;
  const kept = new Set<number>();
  const shown = fitColumns(all, options.width, { keepIds: options.reader === 'pipe' }).flatMap(
    ({ index, width }): TableColumn[] => {
      const column = all[index];
      if (column === undefined) return [];
      kept.add(index);
      const { kind } = column;
      const { values, texts, sizes } = column.content();
      return [
        {
          width,
          align: isNumeric(kind, values) ? 'right' : 'left',
          texts,
          sizes,
          ...(palette !== plainPalette && {
            paint: (text, row) =>
              row === 0 ? palette.bold(text) : paintCell(text, values[row - 1], kind, palette),
          }),
        },
      ];
    },
  );
  return { text: drawTable(shown), dropped: columns.flatMap(({ key }, at) => (kept.has(at) ? [] : [key])) };
}

/** The record as two aligned columns; long values are wrapped between words, and keep their own lines. */
export async function formatRecord(
  record: unknown,
  columns: readonly Column[],
  options: TableOptions,
): Promise<string> {
  if (columns.length === 0) return '';
  const labels = columns.map(columnHeader);
  const labelWidth = widestOf(labels);
  const valueWidth = Math.max(options.width - labelWidth - GAP, VALUE_LEAST);
  const rows = columns.map((column, at): GridCell[] => {
    const kind = column.kind ?? 'text';
    const value = columnValue(column, record);
    const text = cellText(value, kind, { ...options, newline: 'keep' }).trimEnd();
    return [
      { lines: [labels[at] ?? ''], paint: options.palette.bold },
      {
        lines: text.split('\n').flatMap((line) => wrapWords(line, valueWidth)),
        paint: (part) => paintCell(part, value, kind, options.palette),
      },
    ];
  });
  const widest = widestOf(rows.flatMap((row) => row[1]?.lines ?? []));
  return drawGrid(rows, [
    { width: labelWidth, align: 'left' },
    { width: Math.max(widest, 1), align: 'left' },
  ]);
}
