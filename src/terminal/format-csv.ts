import { cellText } from './cells.js';
import { withoutFormulas } from './csv-safe.js';
import { visible } from './escape.js';
import { columnValue } from './fields.js';
import type { Column } from './types.js';

const NO_CLOCK = new Date(0);

export interface CsvOptions {
  /** Cells that a spreadsheet would evaluate are made text. */
  safe?: boolean;
}

/** RFC 4180 quoting, where a comma, a quote or outer blanks would be misread. */
const quote = (text: string): string =>
  /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const cell = (text: string, { safe }: CsvOptions): string => quote(safe ? withoutFormulas(text) : text);

/** The header line: column keys, the names `--fields` knows. */
export const csvHeader = (columns: readonly Column[], options: CsvOptions = {}): string =>
  `${columns.map(({ key }) => cell(visible(key), options)).join(',')}\n`;

/** One row; control characters, line feeds too, become visible escapes, so a row is always one line. */
export const csvRow = (row: unknown, columns: readonly Column[], options: CsvOptions = {}): string => {
  const cells = columns.map((column) =>
    cell(
      cellText(columnValue(column, row), column.kind ?? 'text', { reader: 'csv', now: NO_CLOCK }),
      options,
    ),
  );
  // A row of one empty cell would be an empty line, which readers skip.
  return `${cells.join(',') || '""'}\n`;
};

/** CSV with a header and `\n` line ends; lists are joined by `;`, other nested values are compact JSON. */
export const formatCsv = (
  rows: readonly unknown[],
  columns: readonly Column[],
  options: CsvOptions = {},
): string => csvHeader(columns, options) + rows.map((row) => csvRow(row, columns, options)).join('');
