import { jsonSafe } from './escape.js';

/** One JSON document: two spaces of indentation when `pretty`, otherwise one line. Ends with a line feed. */
export const formatJson = (data: unknown, options: { pretty: boolean }): string =>
  `${jsonSafe(JSON.stringify(data ?? null, null, options.pretty ? 2 : 0))}\n`;

/** One JSON line for each item of a list, or for the value itself. */
export const formatNdjson = (data: unknown): string =>
  (Array.isArray(data) ? data : [data]).map((item) => formatJson(item, { pretty: false })).join('');

const UNPRINTABLE = /[^ -~]/;

/** The value as one line; `ready` is its JSON, taken where it is printable ASCII, which nothing in it can escape. */
export const formatJsonLine = (data: unknown, ready: string | undefined): string =>
  ready !== undefined && !UNPRINTABLE.test(ready) ? `${ready}\n` : formatJson(data, { pretty: false });
