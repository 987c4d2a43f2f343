import { isObject } from '../../base/is-object.js';
import { isOwnLabel } from '../../contract/rules/imports/import-entities.js';
import { columnValue } from '../../terminal/fields.js';
import type { Column } from '../../terminal/types.js';

/** Columns for people: labels without those that archctl sets. */
export const withoutOwnLabels = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) =>
    column.key === 'labels' ? { ...column, value: (row) => withoutOwn(columnValue(column, row)) } : column,
  );

const withoutOwn = (labels: unknown): unknown =>
  isObject(labels) ? Object.fromEntries(Object.entries(labels).filter(([key]) => !isOwnLabel(key))) : labels;
