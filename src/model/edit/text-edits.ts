import { textOf } from '../document/yaml/node.js';
import type { ScalarNode } from '../document/yaml/tree.js';

/** Replacements of parts of a text, which leave every other byte as it is. */

export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

/** The text with the parts replaced; they do not overlap. */
export const applyEdits = (text: string, edits: readonly TextEdit[]): string =>
  [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((now, { from, to, text: part }) => now.slice(0, from) + part + now.slice(to), text);

/**
 * Replaces the value of a scalar, in its quotes; nothing if its source is not just the value. `value` needs no quotes.
 * @param shift Offset of the parsed text in the file.
 */
export function scalarEdit(text: string, node: ScalarNode, value: string, shift = 0): TextEdit[] {
  const [start = 0, end = 0] = node.range ?? [];
  const [from, to] = [start + shift, end + shift];
  const source = text.slice(from, to);
  const quote = /^["']/.exec(source)?.[0] ?? '';
  return source === `${quote}${textOf(node)}${quote}` ? [{ from, to, text: `${quote}${value}${quote}` }] : [];
}
