import { visible } from '../../base/text/escape.js';
import { columnValue } from '../fields.js';
import type { Column } from '../types.js';
import { cellText } from './cells.js';

const NO_CLOCK = new Date(0);

interface CsvOptions {
  /** Escapes cells that a spreadsheet would evaluate. */
  safe?: boolean;
}

/** RFC 4180 quoting, for commas, quotes and leading or trailing blanks. */
const quote = (text: string): string =>
  /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const cell = (text: string, { safe }: CsvOptions): string => quote(safe ? escapeFormulas(text) : text);

/** Header line: the column keys, which are the names that `--fields` accepts. */
export const csvHeader = (columns: readonly Column[], options: CsvOptions = {}): string =>
  `${columns.map(({ key }) => cell(visible(key), options)).join(',')}\n`;

/** One row. Control characters, including line feeds, are escaped, so a row is always one line. */
export const csvRow = (row: unknown, columns: readonly Column[], options: CsvOptions = {}): string => {
  const cells = columns.map((column) =>
    cell(
      cellText(columnValue(column, row), column.kind ?? 'text', { reader: 'csv', now: NO_CLOCK }),
      options,
    ),
  );
  // A row with one empty cell would be an empty line, which readers skip.
  return `${cells.join(',') || '""'}\n`;
};

/** CSV with a header and `\n` line ends. Lists are joined by `;`, other nested values are compact JSON. */
export const formatCsv = (
  rows: readonly unknown[],
  columns: readonly Column[],
  options: CsvOptions = {},
): string => csvHeader(columns, options) + rows.map((row) => csvRow(row, columns, options)).join('');

/**
 * Escapes cells that a spreadsheet would evaluate (OWASP, CSV Injection). Off by default, because programs need the
 * data unchanged.
 */

// Tabs and carriage returns are already escaped at this point. Some spreadsheets and locales treat full-width and small
// forms, and the minus sign, like the ASCII characters; some skip leading blanks and quotes.
const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Prefixes text that a spreadsheet would evaluate with an apostrophe. Numbers are unchanged. Each part between
 * semicolons is checked, because spreadsheets split cells there in locales with a decimal comma.
 */
const escapeFormulas = (text: string): string =>
  text
    .split(';')
    .map((part) => (FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join(';');
