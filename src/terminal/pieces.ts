import { displayWidth, truncate } from './width.js';

/** A part of a line with a colour of its own. `text` is harmless already: what came from outside went through `safe`. */
export interface Piece {
  text: string;
  paint?: (text: string) => string;
}

/** Pieces one after the other, cut to so many cells together; colour takes none. */
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
