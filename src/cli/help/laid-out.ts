/** A help text rendered at build time, for any style of the same width. */

import { type HelpStyle, rootWidthOf, WIDEST } from './wrap.js';

// Control characters that mark bold and dim text.
const [BOLD, DIM, END] = ['\x01', '\x02', '\x03'];
const PARTS = new RegExp(`([${BOLD}${DIM}])([^${END}]*)${END}`, 'g');

/** Style that writes the marks. */
export const MARKED: HelpStyle = {
  bold: (text) => `${BOLD}${text}${END}`,
  dim: (text) => `${DIM}${text}${END}`,
};

/** Applies a style; undefined if the style is narrower than the text. */
export function inStyle(marked: string, style: HelpStyle): string | undefined {
  if (rootWidthOf(style) !== WIDEST) return undefined;
  return marked.replace(PARTS, (_, mark, text) => (mark === BOLD ? style.bold(text) : style.dim(text)));
}
