import type { Palette } from './types.js';

const LITERALS = /-?\d[\d.eE+-]*|true|false|null/g;

/**
 * Position after the closing quote of the string that begins at `from`. A loop, because a regular expression overflows
 * the stack on millions of escapes.
 */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return json.length;
}

/**
 * Colours JSON text: names, numbers and booleans; null is dimmed. The text must be escaped already. The width is
 * unchanged.
 */
export function paintJson(json: string, palette: Palette): string {
  const paintLiteral = (word: string): string => (word === 'null' ? palette.dim(word) : palette.yellow(word));
  let out = '';
  let at = 0;
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    out += json.slice(at, quote === -1 ? json.length : quote).replace(LITERALS, paintLiteral);
    if (quote === -1) break;
    at = endOfText(json, quote);
    const text = json.slice(quote, at);
    out += json[at] === ':' ? palette.cyan(text) : text;
  }
  return out;
}
