import { onOneLine } from './one-line.js';

/** What ends a quoted string, begins an escape (`\\N` is the name of the node), or is read as HTML. */
const MEANINGFUL: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as a quoted string of DOT, the quotes with it. */
export const dotText = (text: string): string =>
  `"${onOneLine(text).replace(/["\\&<>]/g, (it) => MEANINGFUL[it] ?? '')}"`;
