import { displayWidth, truncate } from './width.js';

/** Part of a line of a stream: plain text, already escaped. */
export interface LineCell {
  text: string;
  /** Minimum width, to align the lines. */
  minWidth?: number;
  /** Maximum width. */
  maxWidth?: number;
  paint?: (text: string) => string;
}

const GAP = '  ';

/** Joins the cells on one line, without empty cells that have no `least`. Truncates the line to the width. */
export function lineOf(cells: readonly LineCell[], width: number): string {
  const shown = cells.filter(({ text, minWidth: least }) => text !== '' || least !== undefined);
  let line = '';
  let used = 0;
  for (const [
    index,
    { text, minWidth: least = 0, maxWidth: most = Number.POSITIVE_INFINITY, paint },
  ] of shown.entries()) {
    const gap = index === 0 ? '' : GAP;
    const room = width - used - gap.length;
    if (room <= 0) break;
    const cut = truncate(text, Math.min(room, most));
    const size = displayWidth(cut);
    const isLast = index === shown.length - 1;
    const pad = isLast ? 0 : Math.min(Math.max(0, least - size), room - size);
    line += `${gap}${paint ? paint(cut) : cut}${' '.repeat(pad)}`;
    used += gap.length + size + pad;
  }
  return line.trimEnd();
}

/** Part of a line with its own colour. `text` must be escaped: remote text has passed through `safe`. */
export interface Piece {
  text: string;
  paint?: (text: string) => string;
}

/** Joins pieces and truncates them to the width together; colour codes have no width. */
export function inWidth(pieces: readonly Piece[], width: number): string {
  let remaining = width;
  let line = '';
  for (const { text, paint } of pieces) {
    const cut = truncate(text, remaining);
    remaining -= displayWidth(cut);
    line += paint && cut !== '' ? paint(cut) : cut;
    if (cut !== text) break;
  }
  return line;
}
