import { belongs, INVISIBLE } from '../base/invisible.js';

const UNSEEN = new RegExp(`[\\p{Cc}\\p{Cs}${INVISIBLE}]`, 'gu');

/** The text without characters that drive a terminal, reorder it or are invisible, unless its script needs them. */
export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, (char: string, at: number, whole: string) => (belongs(whole, at) ? char : ''));

/**
 * A text on one line, for notations that end a statement with the line: breaks and runs of white space are one space.
 * What drives a terminal, turns the order of what is read or hides in it is left out, unless its script needs it.
 */
export const onOneLine = (text: string): string => withoutUnseen(text.replace(/\s+/g, ' ')).trim();
