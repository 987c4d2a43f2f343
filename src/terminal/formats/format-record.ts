import { columnValue } from '../fields.js';
import type { Column } from '../types.js';
import { displayWidth, wrapWords } from '../width.js';
import { cellText, columnHeader, paintCell } from './cells.js';
import { GAP } from './fit-columns.js';
import type { TableOptions } from './format-table.js';

/** Minimum width of the values, however long the field names are. */
const MIN_VALUE_WIDTH = 20;

/** Lines drawn at a time, because the time that cli-table3 takes grows with the square of their number. */
const LINES_AT_ONCE = 50;

/** Above this number of lines, cli-table3 is too slow: one field can have a million lines. */
const MANY_LINES = 5_000;

export const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);

/** Avoids spreading: a hundred thousand arguments overflow the stack. */
const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 1);

/** Formats a record as two aligned columns. Long values wrap between words and keep their own line breaks. */
export async function formatRecord(
  record: unknown,
  columns: readonly Column[],
  options: TableOptions,
): Promise<string> {
  const { palette } = options;
  const labels = columns.map(columnHeader);
  const labelWidth = widestOf(labels);
  const valueWidth = Math.max(options.width - labelWidth - GAP, MIN_VALUE_WIDTH);
  const lines = columns.flatMap((column, at) => {
    const kind = column.kind ?? 'text';
    const value = columnValue(column, record);
    const text = cellText(value, kind, { ...options, newline: 'keep' }).trimEnd();
    const wrapped = text.split('\n').flatMap((line) => wrapWords(line, valueWidth));
    return wrapped.map((line, row) => ({
      label: (row === 0 && labels[at]) || '',
      line,
      painted: line && paintCell(line, value, kind, palette),
    }));
  });
  if (lines.length > MANY_LINES) {
    const padded = lines.map(({ label, line, painted }) => {
      if (line === '') return `${label && palette.bold(label)}\n`;
      const blanks = ' '.repeat(labelWidth - displayWidth(label) + GAP);
      return `${label && palette.bold(label)}${blanks}${painted}\n`;
    });
    return padded.join('');
  }
  const widest = widestOf(lines.map(({ line }) => line));
  const { default: Table } = await import('cli-table3');
  let out = '';
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const table = new Table({
      chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
      colWidths: [labelWidth, widest],
    });
    const part = lines.slice(from, from + LINES_AT_ONCE);
    table.push(...part.map(({ label, painted }) => [label && palette.bold(label), painted]));
    for (const [at, text] of table.toString().split('\n').entries()) {
      const { line = '' } = part[at] ?? {};
      // Removes the padding, but keeps blanks at the end of a value.
      out += `${line === '' ? text.trimEnd() : text.slice(0, text.length - widest + displayWidth(line))}\n`;
    }
  }
  return out;
}
