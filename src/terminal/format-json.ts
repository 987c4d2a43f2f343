import { jsonShape } from '../base/json-shape.js';
import { jsonSafe } from './escape.js';

/** Below it, no indentation can make a text longer than the engine allows. */
const SURELY_SHORT = 1_000_000;
/** Characters of a text that is still indented; the engine allows about twice as many. */
const LONGEST = 256_000_000;

/** JSON with two spaces of indentation, or as one line where that would be beyond all measure. */
export function indentedJson(data: unknown): string {
  const line = JSON.stringify(data ?? null);
  const isTooLong = line.length > SURELY_SHORT && line.length + jsonShape(line).indentation > LONGEST;
  return isTooLong ? line : JSON.stringify(data ?? null, null, 2);
}

/** One JSON document: two spaces of indentation when `pretty`, otherwise one line. Ends with a line feed. */
export const formatJson = (data: unknown, options: { pretty: boolean }): string =>
  `${jsonSafe(options.pretty ? indentedJson(data) : JSON.stringify(data ?? null))}\n`;

/** One JSON line for each item of a list, or for the value itself. */
export const formatNdjson = (data: unknown): string =>
  (Array.isArray(data) ? data : [data]).map((item) => formatJson(item, { pretty: false })).join('');

/** What ASCII has besides printable characters: C0 and DEL. */
const UNPRINTABLE = [...Array(32).keys(), 0x7f].map((code) => String.fromCharCode(code));

/**
 * Whether it is one line of printable ASCII. Each search runs at the speed of memory: for the kilobytes of an event, all of
 * them together take half as long as an expression.
 */
const isPrintable = (json: string): boolean =>
  Buffer.byteLength(json) === json.length && !UNPRINTABLE.some((char) => json.includes(char));

/** The value as one line; `ready` is its JSON, taken where it is printable ASCII, which nothing in it can escape. */
export const formatJsonLine = (data: unknown, ready: string | undefined): string =>
  ready !== undefined && isPrintable(ready) ? `${ready}\n` : formatJson(data, { pretty: false });
