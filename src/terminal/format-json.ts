import { jsonShape } from '../base/json-shape.js';
import { jsonSafe } from './escape.js';

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
