/** Formats a value as the text of one table cell, and chooses its colour. */

import { jsonSafe, visible } from '../../base/text/escape.js';
import { capitalised } from '../../base/text/words.js';
import { relativeTime } from '../time.js';
import type { Column, ColumnKind, Palette } from '../types.js';

/**
 * Intended reader of the cell: a person at a terminal, a program that reads tabs or an aligned table, or a program that
 * reads CSV.
 */
export type CellReader = 'person' | 'pipe' | 'csv';

export interface CellOptions {
  reader: CellReader;
  now: Date;
  /** `keep` preserves line feeds, for cells of several lines. Default: `escape`. */
  newline?: 'escape' | 'keep';
}

const isNothing = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';
/** Whether a cell of the value is empty. */
export const isAbsent = (value: unknown): boolean =>
  isNothing(value) ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function scalarText(value: unknown, kind: ColumnKind, options: CellOptions): string {
  if (typeof value === 'boolean' && options.reader !== 'csv') return value ? 'yes' : 'no';
  if (kind === 'time' && options.reader === 'person' && typeof value === 'string') {
    return visible(relativeTime(value, options.now));
  }
  return visible(String(value), { newline: options.newline ?? 'escape' });
}

/** Returns the text of a cell, escaped and without colour. */
export function cellText(value: unknown, kind: ColumnKind, options: CellOptions): string {
  const absent = options.reader === 'person' ? '-' : '';
  if (isNothing(value)) return absent;
  if (value instanceof Date) return cellText(value.toISOString(), kind, options);
  if (Array.isArray(value) && value.every(isScalar)) {
    if (value.length === 0) return absent;
    return value.map((item) => scalarText(item, kind, options)).join(options.reader === 'csv' ? ';' : ', ');
  }
  if (typeof value === 'object' && Object.keys(value).length === 0 && options.reader === 'person')
    return absent;
  if (typeof value === 'object') return jsonSafe(JSON.stringify(value) ?? '');
  return scalarText(value, kind, options);
}

type Paint = keyof Palette;

const STATUS_COLOURS: Readonly<Record<string, Paint>> = {
  live: 'green',
  approved: 'green',
  'in-progress': 'green',
  current: 'green',
  deprecated: 'yellow',
  'pending-review': 'yellow',
  removed: 'red',
  rejected: 'red',
  future: 'blue',
};

export function paintCell(text: string, value: unknown, kind: ColumnKind, palette: Palette): string {
  if (isNothing(value) || (Array.isArray(value) && value.length === 0)) {
    return palette.dim(text);
  }
  if (kind === 'id') return palette.dim(text);
  const colour = kind === 'status' && typeof value === 'string' ? STATUS_COLOURS[value] : undefined;
  return colour ? palette[colour](text) : text;
}

/** Returns the column's heading: `updatedAt` becomes `Updated at`, `owner.id` becomes `Owner ID`. */
export function columnHeader({ key, header }: Column): string {
  if (header !== undefined) return header;
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  const named = words.replace(/\b(id|url)\b/g, (word) => word.toUpperCase());
  return visible(capitalised(named));
}
