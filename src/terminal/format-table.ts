/** Tables for people: a list as rows, a record as fields and values. */

import { type CellReader, cellText, columnHeader, paintCell } from './cells.js';
import { columnValue } from './fields.js';
import { fitColumns, GAP } from './fit-columns.js';
import { drawGrid, type GridCell } from './grid.js';
import type { Column, Palette } from './types.js';
import { displayWidth, truncate, wrapWords } from './width.js';

export interface TableOptions {
  /** Terminal cells a line may take. */
  width: number;
  reader: Exclude<CellReader, 'csv'>;
  palette: Palette;
  now: Date;
}

/** Not by spreading: as arguments, a hundred thousand lines overflow the stack. */
const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);

/** Least room for the values of a record, however long its field names are. */
const VALUE_LEAST = 20;

const isNumeric = (column: Column, values: readonly unknown[]): boolean => {
  if (column.kind !== undefined && column.kind !== 'text') return column.kind === 'number';
  const present = values.filter((value) => value !== undefined && value !== null);
  return present.length > 0 && present.every((value) => typeof value === 'number');
};

/**
 * The rows under a header, fitted to the width: `dropped` names the keys of the columns that found no room. Nothing
 * is wrapped; cut text ends in `…`. Ids are cut only for a person, and only as the last resort.
 */
export async function formatTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
): Promise<{ text: string; dropped: string[] }> {
  const sizes = columns.map((column) => {
    const kind = column.kind ?? 'text';
    const values = rows.map((row) => columnValue(column, row));
    const texts = values.map((value) => cellText(value, kind, options));
    const header = columnHeader(column);
    // What is wider than the terminal is cut or left out, however much wider; an id in a pipe is neither.
    const upTo = kind === 'id' && options.reader === 'pipe' ? undefined : options.width + 1;
    const natural = [header, ...texts].reduce((most, text) => Math.max(most, displayWidth(text, upTo)), 0);
    return { column, kind, values, texts, header, natural, priority: column.priority ?? 3 };
  });
  const fitted = fitColumns(sizes, options.width, { keepIds: options.reader === 'pipe' });
  const shown = fitted.flatMap(({ index, width }) => {
    const size = sizes[index];
    return size ? [{ ...size, width, numeric: isNumeric(size.column, size.values) }] : [];
  });
  const { palette } = options;
  const head = shown.map(({ header, width }) => ({ lines: [truncate(header, width)], paint: palette.bold }));
  const body = rows.map((_, at) =>
    shown.map(
      ({ texts, values, kind, width }): GridCell => ({
        lines: [truncate(texts[at] ?? '', width)],
        paint: (text) => paintCell(text, values[at], kind, palette),
      }),
    ),
  );
  const text = await drawGrid(
    [head, ...body],
    shown.map(({ width, numeric }) => ({ width, align: numeric ? 'right' : 'left' })),
  );
  const kept = new Set(shown.map(({ column }) => column));
  return { text, dropped: columns.filter((column) => !kept.has(column)).map(({ key }) => key) };
}

/** The record as two aligned columns; long values are wrapped between words, and keep their own lines. */
export async function formatRecord(
  record: unknown,
  columns: readonly Column[],
  options: TableOptions,
): Promise<string> {
  if (columns.length === 0) return '';
  const labels = columns.map(columnHeader);
  const labelWidth = widestOf(labels);
  const valueWidth = Math.max(options.width - labelWidth - GAP, VALUE_LEAST);
  const rows = columns.map((column, at): GridCell[] => {
    const kind = column.kind ?? 'text';
    const value = columnValue(column, record);
    const text = cellText(value, kind, { ...options, newline: 'keep' }).trimEnd();
    return [
      { lines: [labels[at] ?? ''], paint: options.palette.bold },
      {
        lines: text.split('\n').flatMap((line) => wrapWords(line, valueWidth)),
        paint: (part) => paintCell(part, value, kind, options.palette),
      },
    ];
  });
  const widest = widestOf(rows.flatMap((row) => row[1]?.lines ?? []));
  return drawGrid(rows, [
    { width: labelWidth, align: 'left' },
    { width: Math.max(widest, 1), align: 'left' },
  ]);
}
