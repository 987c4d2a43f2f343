import { jsonShape } from '../../base/json/json-shape.js';
import { jsonSafe } from '../../base/text/escape.js';
import type { Palette } from '../types.js';

/** Up to this length, indentation cannot exceed the engine's maximum string length. */
const SAFE_LENGTH = 1_000_000;
/** Maximum length of indented JSON; the engine allows about twice as many characters. */
const MAX_INDENTED_LENGTH = 256_000_000;

/** JSON with an indentation of two spaces, or on one line if the indented text would be too long for the engine. */
export function indentedJson(data: unknown): string {
  const line = JSON.stringify(data ?? null);
  const isTooLong =
    line.length > SAFE_LENGTH && line.length + jsonShape(line).indentation > MAX_INDENTED_LENGTH;
  return isTooLong ? line : JSON.stringify(data ?? null, null, 2);
}

/** One JSON document: indented by two spaces if `pretty`, otherwise on one line. Ends with a line feed. */
export const formatJson = (data: unknown, options: { pretty: boolean }): string =>
  `${jsonSafe(options.pretty ? indentedJson(data) : JSON.stringify(data ?? null))}\n`;

/** Minimum length of a piece. */
const PIECE = 64_000;

/** The text of `formatJson` on one line, in pieces: entries of lists in a record are formatted one by one. */
export function* jsonPieces(data: unknown): Generator<string> {
  let piece = '';
  for (const part of partsOf(data ?? null, 2)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield jsonSafe(piece);
    piece = '';
  }
  yield `${jsonSafe(piece)}\n`;
}

/** Parts of a JSON text; lists and records are divided down to a depth. */
function* partsOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || value === null || typeof value !== 'object' || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let separator = isList ? '[' : '{';
  for (const [key, item] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && (item === undefined || typeof item === 'function' || typeof item === 'symbol')) continue;
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* partsOf(item, depth - 1);
    separator = ',';
  }
  yield separator === ',' ? (isList ? ']' : '}') : isList ? '[]' : '{}';
}

/** One JSON line for each item of a list, or for the value itself. */
export const formatNdjson = (data: unknown): string =>
  (Array.isArray(data) ? data : [data]).map((item) => formatJson(item, { pretty: false })).join('');

/** Unprintable ASCII characters: C0 and DEL. */
const UNPRINTABLE = [...Array(32).keys(), 0x7f].map((code) => String.fromCharCode(code));

/**
 * Reports whether the text is one line of printable ASCII. Several native searches take half as long as one regular
 * expression on events of some kilobytes.
 */
const isPrintable = (json: string): boolean =>
  Buffer.byteLength(json) === json.length && !UNPRINTABLE.some((char) => json.includes(char));

/**
 * Formats the value on one line. `ready` is its JSON, used unchanged if it is printable ASCII and so needs no escaping.
 */
export const formatJsonLine = (data: unknown, ready: string | undefined): string =>
  ready !== undefined && isPrintable(ready) ? `${ready}\n` : formatJson(data, { pretty: false });

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
