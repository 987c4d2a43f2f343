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

/** All that JSON may hold raw of ASCII and that is not printable: blanks between tokens, and DEL. */
const UNPRINTABLE = ['\n', '\r', '\t', '\x7f'];

/** Whether JSON is one line of printable ASCII. An expression takes four times as long, for each event of a listener. */
const isPrintable = (json: string): boolean =>
  Buffer.byteLength(json) === json.length && !UNPRINTABLE.some((char) => json.includes(char));

/** The value as one line; `ready` is its JSON, taken where it is printable ASCII, which nothing in it can escape. */
export const formatJsonLine = (data: unknown, ready: string | undefined): string =>
  ready !== undefined && isPrintable(ready) ? `${ready}\n` : formatJson(data, { pretty: false });
