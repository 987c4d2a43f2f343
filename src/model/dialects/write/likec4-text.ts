import { onOneLine } from '../../../documents/index.js';
import { wordsIn } from './identifiers.js';

/** Keywords of the language, in lower case. */
export const LIKEC4_KEYWORDS = wordsIn(`
  specification model views view dynamic deployment global likec4lib import element relationship tag
  color style kind extend extends this it of title description summary technology link icon metadata
  notation notes include exclude where with autolayout from is not and or group rank navigateto
  parallel par node instanceof deploymentnode shape opacity border size padding multiple line head
  tail source target true false predicate order each
`);

/** Quotes a text on one line; never empty. */
export const likec4Text = (text: string): string => `'${escaped(onOneLine(text)) || '…'}'`;

/** Quotes Markdown; several lines get triple quotes. */
export function likec4Block(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length === 1) return likec4Text(text);
  return `'''\n${lines.map((it) => escaped(shown(it))).join('\n')}\n'''`;
}

const escaped = (text: string): string => text.replace(/[\\']/g, '\\$&');

/** Keeps the indent of a line. */
const shown = (line: string): string => `${/^ */.exec(line)?.[0] ?? ''}${onOneLine(line)}`.trimEnd();
