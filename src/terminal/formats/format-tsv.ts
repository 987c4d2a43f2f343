/** Table for a pipe: tab-separated, without header or colour. A tab inside a value is escaped. */

import { visible } from '../../base/text/escape.js';
import { columnValue } from '../fields.js';
import type { Column } from '../types.js';
import { cellText } from './cells.js';

const NO_CLOCK = new Date(0);

const cell = (column: Column, row: unknown): string =>
  cellText(columnValue(column, row), column.kind ?? 'text', { reader: 'pipe', now: NO_CLOCK });

/** One row as one line. */
export const tsvRow = (row: unknown, columns: readonly Column[]): string =>
  `${columns.map((column) => cell(column, row)).join('\t')}\n`;

/** Rows in the order of the columns. */
export const formatTsv = (rows: readonly unknown[], columns: readonly Column[]): string =>
  rows.map((row) => tsvRow(row, columns)).join('');

/** A record as `key<TAB>value` lines. */
export const formatRecordTsv = (record: unknown, columns: readonly Column[]): string =>
  columns.map((column) => `${visible(column.key)}\t${cell(column, record)}\n`).join('');
