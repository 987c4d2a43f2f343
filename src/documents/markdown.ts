import { visible } from '../base/text/escape.js';
import type { Block, Inline } from './blocks.js';
import { onOneLine } from './escape-text.js';

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** A break that is invisible on the page and stops automatic linking. */
const BREAK = '&#8203;';

/**
 * Text that sites convert to links, mentions, emoji or references: addresses, `www.`, `@name`, `#7`, `GH-7` and other
 * issue keys, `:tada:`, and abbreviated commits. The break is inserted at the end of each match.
 */
const LINKING =
  /:(?=\/\/|[\w+\\-]+:)|\b(?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Xx][Mm][Pp][Pp]):|\b[Ww]{3}(?=\.)|[@#](?=\w)|\b(?:[A-Z][A-Z0-9_\\]*|[Gg][Hh])-(?=\d)|\b[0-9a-f]{4}(?=[0-9a-f]{3,36}\b)/g;

/**
 * Escapes text for one line of Markdown: no markup, link, mention or reference. Control and invisible characters become
 * visible escapes.
 */
export const markdownText = (text: string): string => unmarked(text).replace(LINKING, `$&${BREAK}`);

function unmarked(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim())
    .replace(/[\\`*_{}[\]#|!~$]/g, (it) => `\\${it}`)
    .replace(/[<>&]/g, (it) => ENTITIES[it] ?? '')
    .replace(/^([-+=]|\d+(?=[.)]))/, (it) => (/\d/.test(it) ? it : `\\${it}`))
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A URL between angle brackets; undefined for schemes other than those of the web. */
const target = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) ? `<${onOneLine(url).replace(/[<>\s\\]/g, encodeURIComponent)}>` : undefined;

function inline(piece: Inline): string {
  if (typeof piece === 'string') return piece === ', ' ? piece : markdownText(piece);
  const to = 'to' in piece ? `#${piece.to}` : target(piece.url);
  return to === undefined ? markdownText(piece.text) : `[${markdownText(piece.text)}](${to})`;
}

const inlines = (pieces: readonly Inline[]): string => pieces.map(inline).join('');

/** Formats a code block with a fence longer than any in the code. */
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

/** Formats a document as Markdown. Diagrams and flows are Mermaid, which many viewers render. */
export const toMarkdown = (blocks: readonly Block[]): string =>
  `${blocks
    .map(block)
    .filter((it) => it !== '')
    .join('\n\n')}\n`;
