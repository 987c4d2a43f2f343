/** Cells of a table, made as its rows come: while a page of a list is awaited, those before it are laid out. */

import { type CellReader, cellText, columnHeader } from './cells.js';
import { isPlain } from './escape.js';
import { columnValue } from './fields.js';
import type { Column, Palette } from './types.js';
import { displayWidth } from './width.js';

export interface TableOptions {
  /** Terminal cells a line may take. */
  width: number;
  reader: Exclude<CellReader, 'csv'>;
  palette: Palette;
  now: Date;
}

export interface Content {
  /** Of the rows; the texts begin with the header. */
  readonly values: readonly unknown[];
  readonly texts: readonly string[];
  /** Terminal cells of each text. */
  readonly sizes: readonly number[];
  readonly widest: number;
}

/** What the lines of a table depend on besides its rows. */
export interface ColumnLayout {
  readonly column: Column;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Lines of a table that were drawn before its last rows had come. */
export interface LinesAhead {
  /** The rows, of which others have come behind those that are drawn. */
  readonly of: readonly unknown[];
  readonly layout: readonly ColumnLayout[];
  readonly text: string;
  /** How many lines that are, the header among them. */
  readonly count: number;
  /** Lines that were drawn in vain, for a layout that another page has changed. */
  readonly vain: number;
}

/** The cells of one table. */
export interface TableCells {
  /** Terminal cells a line may take, of which more are not always counted. */
  readonly width: number;
  lines?: LinesAhead;
  /**
   * What stands in a column of the first `most` rows at least. Of rows that were given before, with others behind them by
   * now, only those are looked at.
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

/** Whether a column has something to say of a row. */
const speaks = (column: Column, row: unknown): boolean => {
  const value = columnValue(column, row);
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
};

/** The columns that say something in any row: others take room from these. */
export const speaking = (columns: readonly Column[], rows: readonly unknown[]): readonly Column[] =>
  columns.filter((column) => rows.some((row) => speaks(column, row)));

/** Looks at the rows up to a position that it has not looked at yet. */
function contentOf(
  column: Column,
  rows: readonly unknown[],
  options: TableOptions,
): (most: number) => Content {
  const { kind = 'text' } = column;
  // What is wider than the terminal is cut or left out, however much wider; an id in a pipe is neither.
  const upTo = kind === 'id' && options.reader === 'pipe' ? undefined : options.width + 1;
  const header = columnHeader(column);
  let widest = displayWidth(header, upTo);
  const values: unknown[] = [];
  const texts = [header];
  const sizes = [widest];
  return (most) => {
    for (let at = values.length; at < most && at < rows.length; at += 1) {
      const value = columnValue(column, rows[at]);
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
  };
}
