import { isObject } from '../../base/is-object.js';
import { isOwnLabel } from '../../contract/rules/imports/import-entities.js';
import { columnValue } from '../../terminal/fields.js';
import type { Column } from '../../terminal/types.js';

/** Columns for people: labels as `key=value`, without those that archctl sets. */
export const withoutOwnLabels = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) =>
    column.key === 'labels'
      ? { ...column, kind: 'list', value: (row) => withoutOwn(columnValue(column, row)) }
      : column,
  );

const withoutOwn = (labels: unknown): unknown =>
  isObject(labels)
    ? Object.entries(labels).flatMap(([key, value]) => (isOwnLabel(key) ? [] : [`${key}=${value}`]))
    : labels;
