import type { Token, Tokens } from 'marked';
import { markdownTokens, resolveEntities } from '../base/text/markdown.js';
import { escapeHtml } from '../documents/html.js';

/**
 * Converts Markdown to HTML that can be inserted into a page. Every tag is written here and every text is escaped; raw
 * HTML of the source is shown as text. Links have http, https or mailto addresses; images become links, because a page
 * sends no requests.
 */
export function markdownHtml(source: string): string {
  const text = source.replace(/\r\n?/g, '\n');
  const tokens = markdownTokens(text);
  return tokens ? blocks(tokens) : `<pre>${escapeLines(text)}</pre>`;
}

/** The address of a link if it is safe to open, else undefined. */
export function safeUrl(address: string): string | undefined {
  const [, scheme = ''] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return ['http', 'https', 'mailto'].includes(scheme.toLowerCase()) ? address.trim() : undefined;
}

/** Heading levels below those of the page. */
const HEADING_OFFSET = 2;
const LOWEST_HEADING = 6;

const escapeLines = (text: string): string => text.split('\n').map(escapeHtml).join('\n');

const blocks = (tokens: readonly Token[] = []): string => tokens.map(block).join('');

function block(token: Token): string {
  switch (token.type) {
    case 'heading': {
      const level = Math.min(token.depth + HEADING_OFFSET, LOWEST_HEADING);
      return `<h${level}>${inlines(token.tokens)}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${inlines(token.tokens)}</p>`;
    case 'text':
      return token.tokens ? inlines(token.tokens) : escapeHtml(resolveEntities(token.text));
    case 'list':
      return list(token as Tokens.List);
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens)}</blockquote>`;
    case 'code':
      return `<pre><code>${escapeLines(token.text)}</code></pre>`;
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return '<hr>';
    case 'space':
    case 'def':
    case 'checkbox':
      return '';
    default:
      return `<p>${escapeLines(token.raw.trim())}</p>`;
  }
}

function list({ items, ordered, start }: Tokens.List): string {
  const tag = ordered ? 'ol' : 'ul';
  const first = ordered && Number(start) !== 1 ? ` start="${Number(start) || 0}"` : '';
  const entries = items.map(({ task, checked, tokens }) => {
    const box = task ? `${checked ? '☑' : '☐'} ` : '';
    return `<li>${box}${blocks(tokens)}</li>`;
  });
  return `<${tag}${first}>${entries.join('')}</${tag}>`;
}

function table({ header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${inlines(tokens)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  return `<table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table>`;
}

const inlines = (tokens: readonly Token[] = []): string => tokens.map(inline).join('');

function inline(token: Token): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inlines(token.tokens)}</${token.type}>`;
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`;
    case 'link':
      return linkHtml(inlines(token.tokens), token.href);
    case 'image':
      return linkHtml(escapeHtml(token.text || token.href), token.href);
    case 'br':
      return '<br>';
    default:
      return escapeHtml(resolveEntities(token.type === 'text' ? token.text : token.raw));
  }
}

/** A link with `content` as its HTML; only the content if the address is not safe. */
export function linkHtml(content: string, address: string): string {
  const url = safeUrl(address);
  return url === undefined
    ? content
    : `<a href="${escapeHtml(url)}" rel="noopener noreferrer" target="_blank">${content}</a>`;
}
