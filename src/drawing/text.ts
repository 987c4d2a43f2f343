import { graphemes } from '../base/text/graphemes.js';
import { INVISIBLE, isLegitimate } from '../base/text/invisible.js';
import { REGULAR_WIDTHS, SEMIBOLD_WIDTHS } from './font-widths.generated.js';

const INVISIBLE_ONE = new RegExp(`^[${INVISIBLE}]$`, 'u');

/** Font families of every picture: the bundled one first, then common browser fonts. */
export const FONT_FAMILY = "Inter, 'Helvetica Neue', 'Segoe UI', Arial, sans-serif";

type Weight = 400 | 600;

/** Text style; sizes in pixels. */
export interface TextStyle {
  size: number;
  weight: Weight;
  lineHeight: number;
}

const NOT_TEXT = new RegExp(`[\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}${INVISIBLE}]`, 'gu');

/** Normalizes text for a picture: composed (NFC), on one line, without control or invisible characters. */
export function clean(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/gu, ' ');
  const shown = line.replace(NOT_TEXT, (char, at: number) =>
    INVISIBLE_ONE.test(char) && isLegitimate(line, at) ? char : '',
  );
  return shown.replace(/ {2,}/g, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes cleaned text for XML content or a quoted attribute. */
export function xml(text: string): string {
  return clean(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

function table(runs: readonly (readonly [number, string])[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (const [first, list] of runs) {
    for (const [offset, width] of list.split(' ').entries()) widths.set(first + offset, Number(width));
  }
  return widths;
}

const tables = new Map<Weight, Map<number, number>>();

function widthsOf(weight: Weight): Map<number, number> {
  const known = tables.get(weight) ?? table(weight === 400 ? REGULAR_WIDTHS : SEMIBOLD_WIDTHS);
  tables.set(weight, known);
  return known;
}

/** Width of the box drawn for a missing character, wider than most letters of other fonts. */
const BOX_WIDTH = 914;

/**
 * Width of a character that the fonts lack: full width for East Asian text and pictographs, otherwise that of the box.
 */
function fallbackWidth(code: number): number {
  if (/\p{M}|\u200d/u.test(String.fromCodePoint(code))) return 0;
  return code >= 0x1100 ? 1050 : BOX_WIDTH;
}

/** Width of one line in pixels. */
export function measure(text: string, { size, weight }: Pick<TextStyle, 'size' | 'weight'>): number {
  const widths = widthsOf(weight);
  let total = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    total += widths.get(code) ?? fallbackWidth(code);
  }
  return (total * size) / 1000;
}

const letters = (text: string): string[] => [...graphemes(text)];

/** Reports whether the bundled fonts have every code point of a text. */
export function isBundled(text: string): boolean {
  const widths = widthsOf(400);
  return [...text].every((character) => widths.has(character.codePointAt(0) ?? 0));
}

/** Distinct characters that the bundled fonts lack. */
export const unsupportedCharacters = (text: string): ReadonlySet<string> =>
  new Set(letters(text).filter((letter) => !isBundled(letter)));

const NONE: ReadonlySet<string> = new Set();

/**
 * Replaces each character that neither the bundled fonts nor `others` contain by a box, because a renderer would omit
 * it.
 */
export const drawable = (text: string, others = NONE): string =>
  letters(text)
    .map((letter) => (isBundled(letter) || others.has(letter) ? letter : '□'))
    .join('');

/** Truncates a line to the width with an ellipsis; unchanged if it fits. */
export function ellipsize(text: string, width: number, style: TextStyle): string {
  if (measure(text, style) <= width) return text;
  let kept = '';
  let used = measure('…', style);
  for (const letter of graphemes(text)) {
    used += measure(letter, style);
    if (used > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Splits a word into pieces that fit: after punctuation and before capitals if possible, otherwise anywhere. */
function pieces(word: string, width: number, style: TextStyle): string[] {
  if (measure(word, style) <= width) return [word];
  const found: string[] = [];
  let line = '';
  for (const part of word.split(/(?<=[-_/.:,;])|(?<=\p{Ll})(?=\p{Lu})/u)) {
    if (line !== '' && measure(line + part, style) > width) {
      found.push(line);
      line = '';
    }
    if (measure(part, style) <= width) {
      line += part;
      continue;
    }
    for (const letter of letters(part)) {
      if (line !== '' && measure(line + letter, style) > width) {
        found.push(line);
        line = '';
      }
      line += letter;
    }
  }
  if (line !== '') found.push(line);
  return found;
}

/** Wraps text into lines no wider than `width`, at most `maxLines`; the last ends in an ellipsis if text remains. */
export function wrap(text: string, width: number, style: TextStyle, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of clean(text).split(' ').filter(Boolean)) {
    for (const [index, piece] of pieces(word, width, style).entries()) {
      const joined = line === '' ? piece : index > 0 ? line + piece : `${line} ${piece}`;
      if (line === '' || measure(joined, style) <= width) {
        line = joined;
        continue;
      }
      lines.push(line);
      line = piece;
    }
    if (lines.length > maxLines) break;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  const rest = lines.slice(maxLines - 1).join(' ');
  return [...lines.slice(0, maxLines - 1), ellipsize(rest, width, style)];
}

/** Width in pixels of the widest line. */
export function widest(lines: readonly string[], style: TextStyle): number {
  return Math.max(0, ...lines.map((line) => measure(line, style)));
}
