/** How many cells text takes on a terminal, and cutting and wrapping by that measure. */

// A cell for each code unit: Latin, Greek, Cyrillic, punctuation, arrows and other signs. That is most text, and spares the
// segmenter, which takes longer to load than a list to draw.
const NARROW =
  /^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u22ff\u2500-\u25fc\u2713-\u2718]*$/;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u20e3/u;

// East Asian Wide and Fullwidth blocks; emoji are found by property.
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

let segmenter: Intl.Segmenter | undefined;

/** One after the other: all at once would take a hundred times the text in memory. */
function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

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
  // Conjoining Hangul: the vowel and final consonant share the two cells of the first.
  return /^[\u1100-\u115f]/.test(grapheme) ? 2 : sum;
}

/**
 * Terminal cells of one line of plain text (no colour codes, nothing dangerous). From `upTo` cells on, it is no longer
 * measured, and may be wider than the answer.
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

/** The text cut to at most `width` cells, ending in `…` where something was cut; graphemes stay whole. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text, width + 1) <= width) return text;
  if (width <= 0) return '';
  if (NARROW.test(text)) return `${text.slice(0, width - 1).trimEnd()}…`;
  let kept = '';
  let used = 0;
  for (const part of graphemes(text)) {
    used += graphemeWidth(part);
    if (used > width - 1) break;
    kept += part;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines of at most `width` cells, broken between words only: a longer word stands alone and overflows. */
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
