/** Formats a list as a table for people. */

import { isPlain } from '../../base/text/escape.js';
import { columnValue } from '../fields.js';
import type { Column, ColumnKind, Palette } from '../types.js';
import { displayWidth, truncate } from '../width.js';
import { type CellReader, cellText, columnHeader, paintCell } from './cells.js';
import { fitColumns, GAP } from './fit-columns.js';

export interface TableOptions {
  /** Maximum width of a line. */
  width: number;
  reader: Exclude<CellReader, 'csv'>;
  palette: Palette;
  now: Date;
}

/** Formatted cells of a column. */
interface Content {
  /** Values of the rows. `texts` and `sizes` begin with the header. */
  values: readonly unknown[];
  texts: readonly string[];
  /** Display width of each text; of a text that is wider than the table, the part that was measured. */
  sizes: readonly number[];
  widest: number;
}

/** Column that fits the table. */
interface FittedColumn extends Content {
  index: number;
  column: Column;
  width: number;
}

const hasValue = (column: Column, row: unknown): boolean => {
  const value = columnValue(column, row);
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
};

/** Lists the columns that have a value in any row, so that empty ones take no space. */
export const columnsWithValues = (columns: readonly Column[], rows: readonly unknown[]): readonly Column[] =>
  columns.filter((column) => rows.some((row) => hasValue(column, row)));

function contentOf(column: Column, rows: readonly unknown[], options: TableOptions): Content {
  const { kind = 'text' } = column;
  // Text wider than the terminal is truncated or dropped, so its full width is not needed, except for an id in a pipe.
  const upTo = kind === 'id' && options.reader === 'pipe' ? undefined : options.width + 1;
  const values = rows.map((row) => columnValue(column, row));
  const texts = [columnHeader(column)];
  const sizes = [displayWidth(texts[0] ?? '', upTo)];
  for (const value of values) {
    // Fast path: most cells are plain text and need no escaping.
    const isReady = typeof value === 'string' && value !== '' && kind !== 'time' && isPlain(value);
    const text = isReady ? value : cellText(value, kind, options);
    texts.push(text);
    sizes.push(isReady ? text.length : displayWidth(text, upTo));
  }
  return { values, texts, sizes, widest: sizes.reduce((most, size) => Math.max(most, size), 0) };
}

/** Selects the columns that fit, and their widths. Formats no columns that are less important than the first dropped one. */
export function fittedColumns(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
): readonly FittedColumn[] {
  const contents = new Map<Column, Content>();
  const contentIn = (column: Column): Content => {
    const content = contents.get(column) ?? contentOf(column, rows, options);
    contents.set(column, content);
    return content;
  };
  const sizes = columns.map((column) => ({
    kind: column.kind ?? 'text',
    priority: column.priority ?? 3,
    spare: options.reader === 'person' && column.spare === true,
    get natural() {
      return contentIn(column).widest;
    },
  }));
  return fitColumns(sizes, options.width, { keepIds: options.reader === 'pipe' }).flatMap(
    ({ index, width }) => {
      const column = columns[index];
      return column === undefined ? [] : [{ ...contentIn(column), index, column, width }];
    },
  );
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
 * Draws the columns side by side. Truncates texts that are too wide, and ends each line with a line feed, without
 * trailing blanks. cli-table3 would take 0.1 ms for each line, which is too long for thousands of rows.
 */
function drawTable(fitted: readonly FittedColumn[], palette: Palette): string {
  const columns = fitted.map(({ column: { kind = 'text' }, ...rest }) => ({
    ...rest,
    kind,
    isRight: isNumeric(kind, rest.values),
  }));
  const height = columns[0]?.texts.length ?? 0;
  const parts: string[] = [];
  for (let row = 0; row < height; row += 1) {
    // Pending blanks, written only if text follows.
    let blanks = 0;
    for (const { kind, width, isRight, values, texts, sizes } of columns) {
      const most = Math.max(width, 1);
      let text = texts[row] ?? '';
      let size = sizes[row] ?? 0;
      if (size > most) {
        text = truncate(text, most);
        size = displayWidth(text);
      }
      if (isRight) blanks += most - size;
      if (size > 0) {
        if (blanks > 0) parts.push(' '.repeat(blanks));
        parts.push(row === 0 ? palette.bold(text) : paintCell(text, values[row - 1], kind, palette));
        blanks = 0;
      }
      blanks += isRight ? GAP : most - size + GAP;
    }
    parts.push('\n');
  }
  return parts.join('');
}

/**
 * Formats rows under a header, fitted to the width. `dropped` lists the keys of columns that do not fit. Nothing is
 * wrapped; truncated text ends in `…`. Ids are truncated only for a person, and only as a last resort.
 */
export function formatTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
): { text: string; dropped: string[] } {
  const fitted = fittedColumns(rows, columns, options);
  const shown = new Set(fitted.map(({ column }) => column));
  return {
    text: drawTable(fitted, options.palette),
    dropped: columns.filter((column) => !shown.has(column)).map(({ key }) => key),
  };
}
