import { onOneLine } from '../../../documents/index.js';
import type { Leftovers } from './leftovers.js';

/**
 * Quotes a text for the DSL, with lines joined by `\\n`; never empty. Escapes quotes. A backslash cannot be escaped and
 * would escape a final quote, so a similar character replaces it. `${…}` would be substituted, so it becomes `$ {…}`.
 */
export function structurizrText(text: string, left: Leftovers): string {
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(onOneLine);
  const safe = lines.map((it) =>
    it.replaceAll('\\', '\u29f5').replaceAll('${', '$ {').replaceAll('"', '\\"'),
  );
  if (/\\|\$\{/.test(text)) left.add('texts with a backslash or ${, which are replaced');
  return `"${safe.join('\\n') || '…'}"`;
}

/** Likewise for names, on one line. */
export const structurizrLine = (text: string, left: Leftovers): string =>
  structurizrText(onOneLine(text), left);
