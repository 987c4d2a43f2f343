/**
 * Escapes for untrusted text (CVE-2021-25743): control characters drive a terminal, bidirectional marks change the
 * order that is shown, and invisible characters hide text or make two names look alike.
 */

import { INVISIBLE, isLegitimate } from './invisible.js';

// Cc is C0, DEL and C1; Cs matches lone surrogates only, because of the `u` flag. Line and paragraph separators.
const DANGEROUS = new RegExp(`[\\p{Cc}\\p{Cs}\\u2028\\u2029${INVISIBLE}]`, 'gu');
const INVISIBLE_ONE = new RegExp(`^[${INVISIBLE}]$`, 'u');

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

function escapeOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${hex(code, 5)}}`;
  return SHORT[char] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
}

/** Most texts are printable ASCII, and spare V8 the compiling of the classes above. */
const HARMLESS = /^[ -~]*$/;

/** Printable ASCII: a terminal shows it as it is, in a cell for each character. */
export const isPlain = (text: string): boolean => HARMLESS.test(text);

/** Puts `shown(char)` in the place of every character that must not reach a terminal. */
const replaced = (text: string, shown: (char: string) => string): string =>
  HARMLESS.test(text)
    ? text
    : text.replace(DANGEROUS, (char: string, index: number) =>
        INVISIBLE_ONE.test(char) && isLegitimate(text, index) ? char : shown(char),
      );

/** True where `text` holds a character that must not reach a terminal raw; a newline counts as one. */
export const isDangerous = (text: string): boolean => visible(text) !== text;

/**
 * The text with every dangerous character as a visible escape (`\n`, `\x1b`, `\u202e`, `\u{e0041}`); harmless text is
 * unchanged, and so are invisible characters where they belong (in an emoji, between letters of Persian or Hindi).
 * `newline: 'keep'` leaves line feeds alone, for text of several lines that archctl composed.
 */
export function visible(text: string, options: { newline?: 'escape' | 'keep' } = {}): string {
  const keep = options.newline === 'keep';
  return replaced(text, (char) => (keep && char === '\n' ? char : escapeOf(char)));
}

/**
 * JSON text without dangerous characters, and equal to the input once parsed. `JSON.stringify` leaves DEL, C1,
 * bidirectional controls and all that does not show raw. Line feeds between tokens stay.
 */
export function jsonSafe(jsonText: string): string {
  return replaced(jsonText, (char) => {
    if (char === '\n') return char;
    // Inside a JSON string a raw C0 is not allowed, so this one is whitespace between tokens.
    if (char < ' ') return ' ';
    return Array.from({ length: char.length }, (_, at) => `\\u${hex(char.charCodeAt(at), 4)}`).join('');
  });
}

/**
 * A sequence that sets colours and weights, as palettes write it. Everything else in a drawing that drives a terminal
 * came from a file or the network.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequence begins with ESC.
const STYLE = /(\x1b\[[\d;]*m)/;

/** A drawing whose only control characters are line feeds and its colours. */
export const drawingSafe = (drawing: string): string =>
  drawing
    .split(STYLE)
    .map((part, at) => (at % 2 === 1 ? part : visible(part, { newline: 'keep' })))
    .join('');

/** YAML text whose dangerous characters are all inside double quotes, with those escaped. Line feeds stay. */
export const yamlSafe = (yamlText: string): string =>
  replaced(yamlText, (char) => {
    if (char === '\n') return char;
    const code = char.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : escapeOf(char);
  });
