import { displayWidth, truncate } from './width.js';

/** Part of a line with its own colour. `text` must be escaped: remote text has passed through `safe`. */
export interface Piece {
  text: string;
  paint?: (text: string) => string;
}

/** Joins pieces and truncates them to the width together; colour codes have no width. */
export function inWidth(pieces: readonly Piece[], width: number): string {
  let left = width;
  let line = '';
  for (const { text, paint } of pieces) {
    const cut = truncate(text, left);
    left -= displayWidth(cut);
    line += paint && cut !== '' ? paint(cut) : cut;
    if (cut !== text) break;
  }
  return line;
}
