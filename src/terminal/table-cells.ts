/** Cells of a table, formatted as its rows arrive, while the next page is loading. */

import { type CellReader, cellText, columnHeader } from './cells.js';
import { isPlain } from './escape.js';
import { columnValue } from './fields.js';
import type { Column, Palette } from './types.js';
import { displayWidth } from './width.js';

export interface TableOptions {
  /** Maximum width of a line. */
  width: number;
  reader: Exclude<CellReader, 'csv'>;
  palette: Palette;
  now: Date;
}

export interface Content {
  /** Values of the rows. `texts` and `sizes` begin with the header. */
  readonly values: readonly unknown[];
  readonly texts: readonly string[];
  /** Display width of each text. */
  readonly sizes: readonly number[];
  readonly widest: number;
}

/** Everything besides the rows that the lines of a table depend on. */
export interface ColumnLayout {
  readonly column: Column;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Lines of a table that were drawn before its last rows arrived. */
export interface LinesAhead {
  /** Rows, which may include later ones that are not drawn yet. */
  readonly of: readonly unknown[];
  readonly layout: readonly ColumnLayout[];
  readonly text: string;
  /** Number of lines, including the header. */
  readonly count: number;
  /** Number of lines that were drawn and then discarded because a later page changed the layout. */
  readonly discarded: number;
}

/** Cells of one table. */
export interface TableCells {
  /** Maximum width of a line. Longer texts are not always measured in full. */
  readonly width: number;
  lines?: LinesAhead;
  /**
   * Cells of a column for at least the first `most` rows. If the same array is passed again with more rows, only the
   * new ones are formatted.
   */
  of(column: Column, rows: readonly unknown[], most?: number): Content;
}

export function tableCells(options: TableOptions): TableCells {
  const made = new Map<Column, { rows: readonly unknown[]; upTo: (most: number) => Content }>();
  return {
    width: options.width,
    of: (column, rows, most = rows.length) => {
      let known = made.get(column);
      if (known?.rows !== rows) {
        known = { rows, upTo: contentOf(column, rows, options) };
        made.set(column, known);
      }
      return known.upTo(most);
    },
  };
}

/** Reports whether a column has a value for a row. */
const hasValue = (column: Column, row: unknown): boolean => {
  const value = columnValue(column, row);
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
};

/** Lists the columns that have a value in any row, so that empty ones take no space. */
export const columnsWithValues = (columns: readonly Column[], rows: readonly unknown[]): readonly Column[] =>
  columns.filter((column) => rows.some((row) => hasValue(column, row)));

/** Formats the rows up to a position, skipping those that are formatted already. */
function contentOf(
  column: Column,
  rows: readonly unknown[],
  options: TableOptions,
): (most: number) => Content {
  const { kind = 'text' } = column;
  // Text wider than the terminal is truncated or dropped, so its full width is not needed, except for an id in a pipe.
  const upTo = kind === 'id' && options.reader === 'pipe' ? undefined : options.width + 1;
  const header = columnHeader(column);
  let widest = displayWidth(header, upTo);
  const values: unknown[] = [];
  const texts = [header];
  const sizes = [widest];
  return (most) => {
    for (let at = values.length; at < most && at < rows.length; at += 1) {
      const value = columnValue(column, rows[at]);
      // Fast path: most cells are plain text and need no escaping.
      const isReady = typeof value === 'string' && value !== '' && kind !== 'time' && isPlain(value);
      const text = isReady ? value : cellText(value, kind, options);
      const size = isReady ? text.length : displayWidth(text, upTo);
      values.push(value);
      texts.push(text);
      sizes.push(size);
      if (size > widest) widest = size;
    }
    return { values, texts, sizes, widest };
  };
}
