/** `--sort FIELD[:desc]`: sorts the items of a list by fields. */

import { usageError } from '../base/errors.js';
import { checkFields, columnValue, resolveField } from './fields.js';
import type { Column } from './types.js';

export interface SortKey {
  /** Key of a column, or dotted path into the item. */
  field: string;
  /** Descending order: largest or latest first. */
  isDescending: boolean;
}

/** Parses `--sort`, the primary key first. Each text may contain several keys, separated by commas. Errors: `usage`. */
export const parseSort = (texts: readonly string[]): SortKey[] =>
  texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, field = '', direction] = /^\s*(.*?)\s*(?::(asc|desc))?\s*$/s.exec(text) ?? [];
      if (field === '')
        throw usageError('--sort contains no field.', {
          hint: 'For example: --sort name, or --sort updatedAt:desc.',
        });
      return { field, isDescending: direction === 'desc' };
    });

/** Sort key of a value: types in the order of their rank, then numbers or texts within a rank. */
type Rank = readonly [rank: number, value: number | string];

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d\S*)?$/;

/** Returns the rank of a value; undefined for a missing one, which includes an empty text or list. */
function rankOf(value: unknown): Rank | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return [0, Number(value)];
  if (typeof value === 'number') return [1, value];
  if (value instanceof Date) return [2, value.getTime()];
  if (typeof value !== 'object') {
    const time = TIME.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
    return Number.isNaN(time) ? [3, String(value)] : [2, time];
  }
  if (Object.keys(value).length === 0) return undefined;
  return [3, Array.isArray(value) ? value.map((it) => asText(it)).join(', ') : asText(value)];
}

const asText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);

let collator: Intl.Collator | undefined;

/** Natural order, independent of the locale: `Item 2` before `Item 10`. */
function compareTexts(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

function compare(a: Rank | undefined, b: Rank | undefined, isDescending: boolean): number {
  // Missing values come last in either direction.
  if (!a || !b) return Number(a === undefined) - Number(b === undefined);
  const [x, y] = isDescending ? [b, a] : [a, b];
  if (x[0] !== y[0]) return x[0] - y[0];
  return typeof x[1] === 'string' || typeof y[1] === 'string'
    ? compareTexts(String(x[1]), String(y[1]))
    : x[1] - y[1];
}

/**
 * Sorts the items by several keys; stable. Numbers, times and texts are compared as such, and missing values come last.
 * Errors: `usage` for a field that neither an item nor a column has.
 */
export function sortItems(
  items: readonly unknown[],
  columns: readonly Column[],
  keys: readonly SortKey[],
): unknown[] {
  const resolved = keys.map((it) => ({ ...it, field: resolveField(it.field, items, columns) }));
  checkFields(
    resolved.map(({ field }) => field),
    items,
    columns,
    '--sort',
  );
  const by = resolved.map(({ field, isDescending }) => ({
    column: columns.find(({ key }) => key === field) ?? { key: field },
    isDescending,
  }));
  const ranked = items.map((item) => ({
    item,
    ranks: by.map(({ column }) => rankOf(columnValue(column, item))),
  }));
  ranked.sort((a, b) => {
    for (const [at, { isDescending }] of by.entries()) {
      const order = compare(a.ranks[at], b.ranks[at], isDescending);
      if (order !== 0) return order;
    }
    return 0;
  });
  return ranked.map(({ item }) => item);
}
