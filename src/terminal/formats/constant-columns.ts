/** Columns with the same value in every row: they take space and distinguish nothing. */

import { columnValue, readPath } from '../fields.js';
import type { Column } from '../types.js';
import { truncate } from '../width.js';
import { cellText, columnHeader } from './cells.js';

interface Divided {
  varying: readonly Column[];
  /** Columns with the same value in every row. */
  constant: readonly Column[];
}

/** Separates the constant columns of several rows from the others. Columns that identify a row are never constant. */
export function divideColumns(columns: readonly Column[], rows: readonly unknown[]): Divided {
  if (rows.length < 2) return { varying: columns, constant: [] };
  const named = columns.find(({ key }) => key === 'name') ?? columns[0];
  const constant = columns.filter(
    (column) => column !== named && !column.isChange && !identifies(column) && isConstant(column, rows),
  );
  return { varying: columns.filter((column) => !constant.includes(column)), constant };
}

/** The record's own id. */
const identifies = ({ kind, of }: Column): boolean => kind === 'id' && of === undefined;

/** Compares the values, and the ids behind names: different records can have the same name. */
function isConstant(column: Column, rows: readonly unknown[]): boolean {
  const [first] = rows;
  const isSame = (read: (row: unknown) => unknown): boolean => {
    const value = read(first);
    return rows.every((row) => isEqual(read(row), value));
  };
  return (
    isSame((row) => columnValue(column, row)) &&
    (column.of === undefined || isSame((row) => readPath(row, column.key).value))
  );
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Lowest priority of a column whose constant value is reported. */
const REPORTED_PRIORITY = 3;

/** Whether the note about constant columns may contain a column. */
export const isReported = ({ priority = 3 }: Column): boolean => priority <= REPORTED_PRIORITY;

/** Values that need no mention: nothing, false, zero, and the usual status. */
const USUAL: readonly string[] = ['-', 'no', '0', 'live'];
const MAX_WIDTH = 40;

/** `Direction: outgoing; Type: app for all 14.` Undefined if no value is worth mentioning. */
export function constantNote(
  constant: readonly Column[],
  rows: readonly unknown[],
  now: Date,
): string | undefined {
  const parts = constant.filter(isReported).flatMap((column) => {
    const text = cellText(columnValue(column, rows[0]), column.kind ?? 'text', { reader: 'person', now });
    return USUAL.includes(text) ? [] : [`${columnHeader(column)}: ${truncate(text, MAX_WIDTH)}`];
  });
  return parts.length === 0 ? undefined : `${parts.join('; ')} for all ${rows.length}.`;
}
