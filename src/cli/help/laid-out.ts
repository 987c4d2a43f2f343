/** A help text that was laid out at build, for any style of the width it was laid out for. */

import { type HelpStyle, rootWidthOf, WIDEST } from './wrap.js';

// Characters that no help holds stand around what is bold or dim.
const [BOLD, DIM, END] = ['\x01', '\x02', '\x03'];
const PARTS = new RegExp(`([${BOLD}${DIM}])([^${END}]*)${END}`, 'g');

/** The style that marks, in place of colouring. */
export const MARKED: HelpStyle = {
  bold: (text) => `${BOLD}${text}${END}`,
  dim: (text) => `${DIM}${text}${END}`,
};

/** The text in a style; undefined where that is narrower. */
export function inStyle(marked: string, style: HelpStyle): string | undefined {
  if (rootWidthOf(style) !== WIDEST) return undefined;
  return marked.replace(PARTS, (_, mark, text) => (mark === BOLD ? style.bold(text) : style.dim(text)));
}
