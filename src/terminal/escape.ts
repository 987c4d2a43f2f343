/**
 * Neutralises text that came from outside, in the one place where it meets a terminal (CVE-2021-25743 and its kin):
 * control characters drive the terminal, bidirectional marks make it show another order than the one stored.
 */

// Cc is C0, DEL and C1; Cs matches lone surrogates only, because of the `u` flag. The rest: bidirectional controls, line
// and paragraph separators, byte order mark.
const DANGEROUS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const DANGEROUS_ONCE = new RegExp(DANGEROUS.source, 'u');

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const hex = (char: string, digits: number): string => char.charCodeAt(0).toString(16).padStart(digits, '0');

const escapeOf = (char: string): string =>
  SHORT[char] ?? (char.charCodeAt(0) < 0x100 ? `\\x${hex(char, 2)}` : `\\u${hex(char, 4)}`);

/** True where `text` holds a character that must not reach a terminal raw; a newline counts as one. */
export const isDangerous = (text: string): boolean => DANGEROUS_ONCE.test(text);

/**
 * The text with every dangerous character as a visible escape (`\n`, `\x1b`, `\u202e`); harmless text is unchanged.
 * `newline: 'keep'` leaves line feeds alone, for text of several lines that archctl composed.
 */
export function visible(text: string, options: { newline?: 'escape' | 'keep' } = {}): string {
  const keep = options.newline === 'keep';
  return text.replace(DANGEROUS, (char) => (keep && char === '\n' ? char : escapeOf(char)));
}

/**
 * JSON text without dangerous characters, and equal to the input once parsed. `JSON.stringify` leaves DEL, C1 and
 * bidirectional controls raw. Line feeds between tokens stay.
 */
export function jsonSafe(jsonText: string): string {
  return jsonText.replace(DANGEROUS, (char) => {
    if (char === '\n') return char;
    // Inside a JSON string a raw C0 is not allowed, so this one is whitespace between tokens.
    if (char < ' ') return ' ';
    return `\\u${hex(char, 4)}`;
  });
}

/** YAML text whose dangerous characters all stand inside double quotes, with those escaped. Line feeds stay. */
export const yamlSafe = (yamlText: string): string => visible(yamlText, { newline: 'keep' });
