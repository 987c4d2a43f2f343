import { onOneLine } from '../../../documents/index.js';

/** Words of the language, in small letters. */
export const LIKEC4_KEYWORDS = [
  ...['specification', 'model', 'views', 'view', 'dynamic', 'deployment', 'global', 'likec4lib', 'import'],
  ...['element', 'relationship', 'tag', 'color', 'style', 'kind', 'extend', 'extends', 'this', 'it', 'of'],
  ...['title', 'description', 'summary', 'technology', 'link', 'icon', 'metadata', 'notation', 'notes'],
  ...['include', 'exclude', 'where', 'with', 'autolayout', 'from', 'is', 'not', 'and', 'or', 'group'],
  ...['rank', 'navigateto', 'parallel', 'par', 'node', 'instanceof', 'deploymentnode', 'shape', 'opacity'],
  ...['border', 'size', 'padding', 'multiple', 'line', 'head', 'tail', 'source', 'target', 'true', 'false'],
  ...['predicate', 'order', 'each'],
];

/** A text in quotes of LikeC4, on one line; never empty. */
export const likec4Text = (text: string): string => `'${escaped(onOneLine(text)) || '…'}'`;

/** Markdown in quotes of LikeC4: several lines in three of them. */
export function likec4Block(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length === 1) return likec4Text(text);
  return `'''\n${lines.map((it) => escaped(shown(it))).join('\n')}\n'''`;
}

const escaped = (text: string): string => text.replace(/[\\']/g, '\\$&');

/** A line with its indent. */
const shown = (line: string): string => `${/^ */.exec(line)?.[0] ?? ''}${onOneLine(line)}`.trimEnd();
