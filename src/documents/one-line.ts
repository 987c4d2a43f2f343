import { belongs, INVISIBLE } from '../base/invisible.js';

const REMOVED = new RegExp(`[\\p{Cc}\\p{Cs}${INVISIBLE}]`, 'gu');

/**
 * Removes characters that control a terminal, change the reading order or are invisible, unless the script needs them.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(REMOVED, (char: string, at: number, whole: string) => (belongs(whole, at) ? char : ''));

/**
 * Puts text on one line, for notations that end a statement with the line: line breaks and runs of white space become
 * one space. Removes characters that control a terminal, change the reading order or are invisible, unless the script
 * needs them.
 */
export const onOneLine = (text: string): string => withoutInvisible(text.replace(/\s+/g, ' ')).trim();
