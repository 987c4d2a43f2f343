/** Tables for people: a list as rows, a record as fields and values. */

import { cellText, columnHeader, paintCell } from './cells.js';
import { plainPalette } from './color.js';
import { columnValue } from './fields.js';
import { fitColumns, GAP } from './fit-columns.js';
import { drawGrid, drawTable, type GridCell, type TableColumn } from './grid.js';
import {
  type ColumnLayout,
  type LinesAhead,
  type TableCells,
  type TableOptions,
  tableCells,
} from './table-cells.js';
import type { Column, ColumnKind } from './types.js';
import { displayWidth, wrapWords } from './width.js';

// Re-exported so that one dynamic import loads everything a table needs.
export { columnsWithValues, tableCells } from './table-cells.js';

/** Avoids spreading: a hundred thousand arguments overflow the stack. */
const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);

/** Minimum width of a record's values, however long its field names are. */
const MIN_VALUE_WIDTH = 20;

/** Sample of rows that usually shows that a column is too wide. */
const SAMPLE_ROWS = 50;

/** Selects the columns that fit, and their widths. Formats only a few cells of columns that do not fit. */
export function fitted(
  rows: readonly unknown[],
  columns: readonly Column[],
  { width, reader }: TableOptions,
  cells: TableCells,
): readonly { index: number; width: number }[] {
  const sizes = columns.map((column) => ({
    kind: column.kind ?? 'text',
    priority: column.priority ?? 3,
    spare: reader === 'person' && column.spare === true,
    get atLeast() {
      return cells.of(column, rows, SAMPLE_ROWS).widest;
    },
    get natural() {
      return cells.of(column, rows).widest;
    },
  }));
  return fitColumns(sizes, width, { keepIds: reader === 'pipe' });
}

function isNumeric(kind: ColumnKind, values: readonly unknown[]): boolean {
  if (kind !== 'text') return kind === 'number';
  const isAbsent = (value: unknown): boolean => value === undefined || value === null;
  return (
    values.every((value) => typeof value === 'number' || isAbsent(value)) &&
    values.some((value) => !isAbsent(value))
  );
}

type ShownColumn = TableColumn & ColumnLayout;

function shownColumns(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
  cells: TableCells,
): readonly ShownColumn[] {
  const { palette } = options;
  return fitted(rows, columns, options, cells).flatMap(({ index, width }): ShownColumn[] => {
    const column = columns[index];
    if (column === undefined) return [];
    const { kind = 'text' } = column;
    const { values, texts, sizes } = cells.of(column, rows);
    return [
      {
        column,
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
  });
}

const isLaidOutAs = (some: readonly ColumnLayout[], others: readonly ColumnLayout[]): boolean =>
  some.length === others.length &&
  some.every(({ column, width, align }, at) => {
    const other = others[at];
    return column === other?.column && width === other.width && align === other.align;
  });

/** Returns the lines drawn so far; none if later rows have changed the layout. */
function linesSoFar(
  rows: readonly unknown[],
  layout: readonly ColumnLayout[],
  { lines }: TableCells,
): LinesAhead {
  if (lines?.of === rows && isLaidOutAs(lines.layout, layout)) return lines;
  const discarded = lines ? lines.discarded + lines.count : 0;
  return { of: rows, layout, text: '', count: 0, discarded };
}

/**
 * Formats and draws the rows received so far, because later rows rarely change the widths. If they do so repeatedly,
 * drawing waits for the last row.
 */
export function drawAhead(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
  cells: TableCells,
): void {
  const shown = shownColumns(rows, columns, options, cells);
  const lines = linesSoFar(rows, shown, cells);
  const shouldDraw = lines.discarded <= rows.length;
  cells.lines = shouldDraw
    ? { ...lines, text: lines.text + drawTable(shown, lines.count), count: rows.length + 1 }
    : lines;
}

/**
 * Formats rows under a header, fitted to the width. `dropped` lists the keys of columns that do not fit. Nothing is
 * wrapped; truncated text ends in `…`. Ids are truncated only for a person, and only as a last resort. `ahead` holds
 * cells that were formatted while later rows were loading.
 */
export function formatTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
  ahead?: TableCells,
): { text: string; dropped: string[] } {
  // The terminal may have been resized since.
  const cells = ahead?.width === options.width ? ahead : tableCells(options);
  const shown = shownColumns(rows, columns, options, cells);
  const kept = new Set(shown.map(({ column }) => column));
  const lines = linesSoFar(rows, shown, cells);
  return {
    text: lines.text + drawTable(shown, lines.count),
    dropped: columns.flatMap((column) => (kept.has(column) ? [] : [column.key])),
  };
}

/** Formats a record as two aligned columns. Long values wrap between words and keep their own line breaks. */
export async function formatRecord(
  record: unknown,
  columns: readonly Column[],
  options: TableOptions,
): Promise<string> {
  if (columns.length === 0) return '';
  const labels = columns.map(columnHeader);
  const labelWidth = widestOf(labels);
  const valueWidth = Math.max(options.width - labelWidth - GAP, MIN_VALUE_WIDTH);
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
