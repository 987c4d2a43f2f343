/** Aligned columns without borders. cli-table3 does the laying out, and is loaded only here. */

import { GAP } from './fit-columns.js';
import { displayWidth } from './width.js';

export interface GridCell {
  /** One entry for each line, plain text. */
  lines: readonly string[];
  paint?: (text: string) => string;
}

export interface GridColumn {
  width: number;
  align: 'left' | 'right';
}

// cli-table3 measures text by an old Unicode table and would misalign newer emoji, Persian and Thai. So it lays out
// placeholders of the right width, which the real text then replaces in order of appearance.
const PLACE = '\ue000';
const PLACES = /\ue000+/g;

// Its layout slows down with the square of the rows; the widths are fixed, so parts fit together.
const ROWS_AT_ONCE = 50;

const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);

/** Real texts of a row in the order in which its placeholders appear: line by line, left to right. */
function* textsOf(row: readonly GridCell[]): Generator<string> {
  const height = row.reduce((most, { lines }) => Math.max(most, lines.length), 0);
  for (let line = 0; line < height; line += 1) {
    for (const { lines, paint } of row) {
      const text = lines[line] ?? '';
      if (displayWidth(text) > 0) yield paint ? paint(text) : text;
    }
  }
}

/** The rows as lines, each ended by a line feed. Cells must already fit their column, the last one excepted. */
export async function drawGrid(
  rows: readonly (readonly GridCell[])[],
  columns: readonly GridColumn[],
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const colWidths = columns.map(({ width }) => Math.max(width, 1));
  let out = '';
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    const table = new Table({
      chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
      colWidths,
      colAligns: columns.map(({ align }) => align),
    });
    for (const row of part) {
      table.push(row.map(({ lines }) => lines.map((line) => PLACE.repeat(displayWidth(line))).join('\n')));
    }
    const texts = part.flatMap((row) => [...textsOf(row)]);
    let next = 0;
    const lines = table
      .toString()
      .split('\n')
      .map((line) => line.trimEnd());
    out += `${lines.join('\n').replace(PLACES, () => texts[next++] ?? '')}\n`;
  }
  return out;
}
