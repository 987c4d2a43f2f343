import { onOneLine } from '../../../documents/index.js';
import type { Leftovers } from './leftovers.js';

/**
 * A text in the quotes of Structurizr's DSL, lines parted by `\\n`. A quote is escaped; a backslash cannot be, and a last one
 * would escape the quote: another sign stands for it. `${…}` would be replaced by a constant or a variable of the
 * environment: a blank keeps the two apart. Never empty.
 */
export function structurizrText(text: string, left: Leftovers): string {
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(onOneLine);
  const safe = lines.map((it) =>
    it.replaceAll('\\', '\u29f5').replaceAll('${', '$ {').replaceAll('"', '\\"'),
  );
  if (/\\|\$\{/.test(text)) left.add('texts with a backslash or ${, which it cannot hold');
  return `"${safe.join('\\n') || '…'}"`;
}

/** The same on one line, as names are. */
export const structurizrLine = (text: string, left: Leftovers): string =>
  structurizrText(onOneLine(text), left);
