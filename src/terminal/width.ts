/** Display width of text on a terminal, with truncation and wrapping by width. */

import { graphemes } from '../base/text/graphemes.js';

// Characters of width 1: Latin, Greek, Cyrillic, punctuation, arrows and other signs. They cover most text, and avoid
// loading the segmenter, which takes longer than formatting a list.
const NARROW =
  /^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u22ff\u2500-\u25fc\u2713-\u2718]*$/;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u20e3/u;

// East Asian Wide and Fullwidth blocks. Emoji are matched by property.
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

function pointWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (ZERO.test(char)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let sum = 0;
  for (const char of grapheme) sum += pointWidth(char);
  // Conjoining Hangul: the vowel and final consonant share the two columns of the first.
  return /^[\u1100-\u115f]/.test(grapheme) ? 2 : sum;
}

/**
 * Display width of one line of plain text, without colour codes and already escaped. Measuring stops at `upTo` columns,
 * so a wider text may return less than its width.
 */
export function displayWidth(text: string, upTo = Number.POSITIVE_INFINITY): number {
  if (NARROW.test(text)) return text.length;
  let sum = 0;
  for (const part of graphemes(text)) {
    sum += graphemeWidth(part);
    if (sum >= upTo) break;
  }
  return sum;
}

/** Truncates text to at most `width` columns, ending in `…`; graphemes stay whole. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text, width + 1) <= width) return text;
  if (width <= 0) return '';
  if (NARROW.test(text)) return `${text.slice(0, width - 1).trimEnd()}…`;
  let prefix = '';
  let used = 0;
  for (const part of graphemes(text)) {
    used += graphemeWidth(part);
    if (used > width - 1) break;
    prefix += part;
  }
  return `${prefix.trimEnd()}…`;
}

/**
 * Wraps text into lines of at most `width` columns, between words only: a longer word overflows on a line of its own.
 */
export function wrapWords(text: string, width: number): string[] {
  if (displayWidth(text, width + 1) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const size = displayWidth(word);
    if (used > 0 && used + 1 + size > width) {
      lines.push(line);
      line = word;
      used = size;
    } else {
      line = used > 0 ? `${line} ${word}` : word;
      used += used > 0 ? size + 1 : size;
    }
  }
  lines.push(line);
  return lines;
}
