/** Aligned columns without borders. cli-table3 lays out cells of several lines, and is loaded only here. */

import { GAP } from './fit-columns.js';
import { displayWidth, truncate } from './width.js';

export interface GridCell {
  /** Plain text of each line. */
  lines: readonly string[];
  paint?: (text: string) => string;
}

export interface GridColumn {
  width: number;
  align: 'left' | 'right';
}

// cli-table3 measures text with an old Unicode table and would misalign newer emoji, Persian and Thai. It therefore
// lays out placeholders of the right width, which are then replaced by the real text in order of appearance.
const PLACEHOLDER = '\ue000';
const PLACEHOLDERS = /\ue000+/g;

// Layout time grows with the square of the number of lines. The widths are fixed, so batches align.
const LINES_AT_ONCE = 50;

// Above this number of lines, cli-table3 is too slow (0.1 ms for each line): one field of a record can have a million
// lines.
const MANY_LINES = 5_000;

const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);

/** Column of a table whose cells have one line each. */
export interface TableColumn extends GridColumn {
  /** Plain text of each row. */
  texts: readonly string[];
  /** Width of each text. For a truncated text, the part that was measured. */
  sizes: readonly number[];
  /** Colours the text of a row. */
  paint?: (text: string, row: number) => string;
}

/** Row of one line. */
type Line = readonly { text: string; paint: GridCell['paint'] }[];

/** Splits a row into rows of one line each. Without borders the result looks the same. */
function* linesOf(row: readonly GridCell[]): Generator<Line> {
  const height = row.reduce((most, { lines }) => Math.max(most, lines.length), 1);
  for (let at = 0; at < height; at += 1)
    yield row.map(({ lines, paint }) => ({ text: lines[at] ?? '', paint }));
}

/** Real texts of a line, in the order of their placeholders. */
const textsOf = (line: Line): string[] =>
  line.filter(({ text }) => displayWidth(text) > 0).map(({ text, paint }) => (paint ? paint(text) : text));

/** Line with placeholders in place of its texts. */
const placeholders = (line: Line): string[] => line.map(({ text }) => PLACEHOLDER.repeat(displayWidth(text)));

/** Draws the rows as lines, each ended by a line feed. Cells must already fit their column, except in the last one. */
export async function drawGrid(
  rows: readonly (readonly GridCell[])[],
  columns: readonly GridColumn[],
): Promise<string> {
  const all = rows.flatMap((row) => [...linesOf(row)]);
  if (all.length > MANY_LINES) return drawTable(columns.map((column, at) => tableColumn(column, all, at)));
  const layOut = await loadTableLayout();
  let out = '';
  for (let from = 0; from < all.length; from += LINES_AT_ONCE) {
    const part = all.slice(from, from + LINES_AT_ONCE);
    const texts = part.flatMap(textsOf);
    let next = 0;
    const lines = layOut(part.map(placeholders), columns).map((line) => line.trimEnd());
    out += `${lines.join('\n').replace(PLACEHOLDERS, () => texts[next++] ?? '')}\n`;
  }
  return out;
}

async function loadTableLayout() {
  const { default: Table } = await import('cli-table3');
  return (lines: readonly string[][], columns: readonly GridColumn[]): string[] => {
    const table = new Table({
      chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
      colWidths: columns.map(({ width }) => Math.max(width, 1)),
      colAligns: columns.map(({ align }) => align),
    });
    table.push(...lines);
    return table.toString().split('\n');
  };
}

function tableColumn(column: GridColumn, lines: readonly Line[], at: number): TableColumn {
  const texts = lines.map((line) => line[at]?.text ?? '');
  return {
    ...column,
    texts,
    sizes: texts.map((text) => displayWidth(text)),
    paint: (text, row) => lines[row]?.[at]?.paint?.(text) ?? text,
  };
}

/** Rows whose parts are held in memory at a time. */
const ROWS_AT_ONCE = 1_000;

/**
 * Draws the columns side by side, from the `first` row on. Truncates texts that are too wide, and ends each line with a
 * line feed, without trailing blanks.
 */
export function drawTable(columns: readonly TableColumn[], first = 0): string {
  const rows = columns[0]?.texts.length ?? 0;
  let out = '';
  for (let from = first; from < rows; from += ROWS_AT_ONCE) {
    const parts: string[] = [];
    const to = Math.min(from + ROWS_AT_ONCE, rows);
    for (let row = from; row < to; row += 1) addLine(parts, columns, row);
    // Joining gives a flat string; concatenation would build a rope that must be flattened later.
    out += parts.join('');
  }
  return out;
}

function addLine(parts: string[], columns: readonly TableColumn[], row: number): void {
  // Pending blanks, written only if text follows.
  let room = 0;
  for (const { width, align, texts, sizes, paint } of columns) {
    const most = Math.max(width, 1);
    let text = texts[row] ?? '';
    let size = sizes[row] ?? 0;
    if (size > most) {
      text = truncate(text, most);
      size = displayWidth(text);
    }
    const spare = most - size;
    if (align === 'right') room += spare;
    if (size > 0) {
      if (room > 0) parts.push(blanks(room));
      parts.push(paint ? paint(text, row) : text);
      room = 0;
    }
    room += align === 'right' ? GAP : spare + GAP;
  }
  parts.push('\n');
}

const blanksByCount: string[] = [];

/** Returns a cached run of blanks, because most lines use the same ones. */
function blanks(count: number): string {
  const found = blanksByCount[count];
  if (found !== undefined) return found;
  const made = ' '.repeat(count);
  if (count < 256) blanksByCount[count] = made;
  return made;
}
