/** View of a result after `--query` and `--fields`: data for machine formats, rows and columns for tables. */

import { usageError } from '../base/errors.js';
import { isObject } from '../base/is-object.js';
import { checkFields, fieldColumns, fieldNames, project, resolveFields } from './fields.js';
import type { Query } from './query.js';
import type { SortKey } from './sort.js';
import type { Column } from './types.js';

export interface View {
  /** Data that json, ndjson and yaml print. */
  data: unknown;
  /** `rows` and `record` use `columns`; `lines` are values without names, one per line. */
  layout: 'rows' | 'record' | 'lines';
  rows: readonly unknown[];
  columns: readonly Column[];
  /** The expression, if it found nothing. */
  missed?: string;
}

export interface Selection {
  fields?: readonly string[] | undefined;
  query?: Query | undefined;
  /** Sort keys of a list, the primary key first. */
  sort?: readonly SortKey[] | undefined;
}

const VALUE_COLUMN: Column = { key: 'value', value: (row: unknown) => row };

/** Creates a view from the data's own keys. A declared column with the same key supplies heading and kind. */
function shapeOf(data: unknown, declared: readonly Column[]): View {
  const plain = declared.filter(({ value }) => value === undefined);
  const columnsOf = (rows: readonly unknown[]): Column[] =>
    fieldNames(rows).map((name) => plain.find(({ key }) => key === name) ?? { key: name });
  if (isObject(data)) return { data, layout: 'record', rows: [data], columns: columnsOf([data]) };
  if (Array.isArray(data) && data.every(isObject)) {
    return { data, layout: 'rows', rows: data, columns: columnsOf(data) };
  }
  const positions = positionColumns(data);
  if (positions.length > 0 && Array.isArray(data))
    return { data, layout: 'rows', rows: data, columns: positions };
  const rows = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data];
  return { data, layout: 'lines', rows, columns: [VALUE_COLUMN] };
}

/** Columns for rows that are arrays: positions from 0, which are also the names for `--fields`. */
function positionColumns(data: unknown): Column[] {
  if (!Array.isArray(data) || !data.every(Array.isArray)) return [];
  const widest = data.reduce<number>((most, row: unknown[]) => Math.max(most, row.length), 0);
  return Array.from({ length: widest }, (_, at) => ({ key: String(at) }));
}

function withFields(
  view: View,
  typed: readonly string[],
  declared: readonly Column[],
  strict: boolean,
): View {
  if (view.rows.length === 0 && view.layout === 'lines') return view;
  if (view.layout === 'lines') {
    throw usageError('--fields requires named fields, but the result of --query has none.');
  }
  const names = resolveFields(typed, view.rows, declared);
  if (strict) checkFields(names, view.rows, declared);
  const columns = fieldColumns(names, declared);
  const picked = view.rows.map((row) => project(row, columns));
  return { ...view, columns, data: view.layout === 'record' ? picked[0] : picked };
}

/**
 * Applies the query, then the fields. `declared` are the columns of the result; a query changes the shape, so they
 * apply only without one. `strict` rejects fields that no row has; it is off for the events of a stream.
 */
export function viewOf(
  source: { data: unknown; columns?: readonly Column[]; strict?: boolean },
  { fields, query }: Selection,
): View {
  const { columns = [], strict = true } = source;
  // Fast path: without a selection, the data is not inspected.
  if (!query && !fields && columns.length > 0) {
    if (isObject(source.data)) return { data: source.data, layout: 'record', rows: [source.data], columns };
    if (Array.isArray(source.data)) return { data: source.data, layout: 'rows', rows: source.data, columns };
  }
  if (query) {
    const shape = shapeOf(query(source.data), columns);
    if (shape.data === null && query.findsNothing(source.data)) return { ...shape, missed: query.expression };
    return fields ? withFields(shape, fields, shape.columns, strict) : shape;
  }
  const shape = shapeOf(source.data, columns);
  const isList = source.columns !== undefined && Array.isArray(source.data);
  const view: View = isList ? { ...shape, layout: 'rows' } : shape;
  if (fields) return withFields(view, fields, columns, strict);
  return columns.length > 0 ? { ...view, columns } : view;
}
