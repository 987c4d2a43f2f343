import { onOneLine } from './one-line.js';

/** Characters that end a quoted string, begin an escape (`\\N` is the name of the node) or are parsed as HTML. */
const MEANINGFUL: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Formats a text as a quoted DOT string, including the quotes. */
export const dotText = (text: string): string =>
  `"${onOneLine(text).replace(/["\\&<>]/g, (it) => MEANINGFUL[it] ?? '')}"`;
