import type { Block, Inline } from './blocks.js';

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Text that means nothing to Markdown, on one line. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]#|!~$]/g, (it) => `\\${it}`)
    .replace(/[<>&]/g, (it) => ENTITIES[it] ?? '')
    .replace(/^([-+=]|\d+(?=[.)]))/, (it) => (/\d/.test(it) ? it : `\\${it}`))
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** An address between angle brackets; only such as a browser fetches. */
const target = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) ? `<${url.replace(/[<>\s\\]/g, encodeURIComponent)}>` : undefined;

function inline(piece: Inline): string {
  if (typeof piece === 'string') return piece === ', ' ? piece : markdownText(piece);
  const to = 'to' in piece ? `#${piece.to}` : target(piece.url);
  return to === undefined ? markdownText(piece.text) : `[${markdownText(piece.text)}](${to})`;
}

const inlines = (pieces: readonly Inline[]): string => pieces.map(inline).join('');

/** A fence that nothing inside it closes. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}

function block(it: Block): string {
  switch (it.kind) {
    case 'heading':
      return `<a id="${it.anchor}"></a>\n\n${'#'.repeat(it.level)} ${markdownText(it.text)}`;
    case 'text':
      return it.text
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.split('\n').map(markdownText).join('\n'))
        .join('\n\n');
    case 'facts':
      return it.facts.map(([label, value]) => `- **${markdownText(label)}:** ${inlines(value)}`).join('\n');
    case 'list':
      return it.items.map((item) => `- ${inlines(item)}`).join('\n');
    case 'table':
      return [it.head.map(markdownText), it.head.map(() => '---'), ...it.rows.map((row) => row.map(inlines))]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n');
    case 'picture':
      return fenced('mermaid', it.mermaid);
  }
}

/** A document as Markdown; diagrams and flows are Mermaid, which many readers draw. */
export const toMarkdown = (blocks: readonly Block[]): string =>
  `${blocks
    .map(block)
    .filter((it) => it !== '')
    .join('\n\n')}\n`;
