/** `--fields a,b.c`: selects and orders the fields, and finds a column's value in a row. */

import { usageError } from '../base/errors.js';
import { isObject } from '../base/is-object.js';
import { nearest } from '../base/text/suggest.js';
import { capitalised } from '../base/text/words.js';
import { columnHeader } from './formats/cells.js';
import type { Column } from './types.js';

/** Includes arrays: their fields are positions. */
const hasFields = (row: unknown): row is Readonly<Record<string, unknown>> =>
  typeof row === 'object' && row !== null;

/**
 * Returns the value at a dotted path. A key that contains dots takes precedence over a nested one; array positions are
 * numbers (`labels.0`). Inherited properties are not fields.
 */
export function readPath(row: unknown, path: string): { found: boolean; value?: unknown } {
  if (!hasFields(row)) return { found: false };
  if (Object.hasOwn(row, path)) return { found: true, value: row[path] };
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(row, head)) continue;
    const inner = readPath(row[head], path.slice(dot + 1));
    if (inner.found) return inner;
  }
  return { found: false };
}

/** Returns the value that a column shows for a row, before formatting. */
export function columnValue(column: Column, row: unknown): unknown {
  if (column.value) return column.value(row);
  // Fast path without allocation: nearly every key is a direct field of its row.
  if (hasFields(row) && Object.hasOwn(row, column.key)) return row[column.key];
  return readPath(row, column.key).value;
}

/** Parses the names in `--fields`. Errors: `usage` for an empty or repeated name. */
export function parseFields(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) {
    throw usageError('--fields contains an empty name.', {
      hint: 'Separate names with commas: --fields id,name',
    });
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw usageError(`--fields contains "${repeated}" twice.`);
  return names;
}

/** Lists every field name of the rows, in order of first appearance. */
export function fieldNames(rows: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const row of rows) if (isObject(row)) for (const name in row) names.add(name);
  return [...names];
}

/** Whether a column has this heading or key, in any case. */
const isCalled = (column: Column, lower: string): boolean =>
  column.key.toLowerCase() === lower || columnHeader(column).toLowerCase() === lower;

/**
 * Name of the field that a user typed: a key, a path, or a heading in any case. A name that the rows have is never a
 * heading. Returns unknown names unchanged.
 */
export function resolveField(typed: string, rows: readonly unknown[], declared: readonly Column[]): string {
  if (declared.some(({ key }) => key === typed) || rows.some((row) => readPath(row, typed).found))
    return typed;
  const lower = typed.toLowerCase();
  return (
    declared.find((column) => isCalled(column, lower))?.key ??
    fieldNames(rows).find((name) => name.toLowerCase() === lower) ??
    typed
  );
}

/** Resolves the names of `--fields`. Errors: `usage` if two names mean the same field. */
export function resolveFields(
  typed: readonly string[],
  rows: readonly unknown[],
  declared: readonly Column[],
): string[] {
  const names = typed.map((name) => resolveField(name, rows, declared));
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (at === -1) return names;
  throw usageError(`--fields contains "${names[at]}" twice.`);
}

/** Returns the columns for `--fields`: the declared column with that key, otherwise a plain one. */
export const fieldColumns = (names: readonly string[], declared: readonly Column[]): Column[] =>
  names.map((name) => ({ ...(declared.find(({ key }) => key === name) ?? { key: name }), priority: 1 }));

/**
 * Throws a usage error for a name that neither a row nor a declared column has. Accepts every name if there are no
 * rows.
 */
export function checkFields(
  names: readonly string[],
  rows: readonly unknown[],
  declared: readonly Column[],
  option = '--fields',
): void {
  if (rows.length === 0) return;
  const known = new Set([...declared.map(({ key }) => key), ...fieldNames(rows)]);
  const unknown = names.filter((name) => !known.has(name) && !rows.some((row) => readPath(row, name).found));
  if (unknown.length === 0) return;
  const listed = unknown.map((name) => `"${name}"`).join(', ');
  throw usageError(`Unknown field${unknown.length > 1 ? 's' : ''} in ${option}: ${listed}.`, {
    hint:
      known.size > 0
        ? `${suggestedField(unknown, [...known], declared)}Available: ${[...known].join(', ')}`
        : 'The result has no named fields.',
  });
}

/** Suggests the field with the nearest name or heading. */
function suggestedField(
  [typed = '']: readonly string[],
  known: readonly string[],
  declared: readonly Column[],
): string {
  const headings = declared.map(columnHeader);
  const guess = nearest(typed, known) ?? nearest(capitalised(typed), headings);
  return guess === undefined ? '' : `Did you mean "${guess}"? `;
}

/** Returns the row reduced to the columns, flat, with dotted names as keys. */
export const project = (row: unknown, columns: readonly Column[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column.key, columnValue(column, row) ?? null]));
