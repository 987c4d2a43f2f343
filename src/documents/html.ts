import type { Block, Inline } from './blocks.js';
import { withoutInvisible } from './escape-text.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content or a quoted attribute, without control and invisible characters. */
export const escapeHtml = (text: string): string =>
  withoutInvisible(text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')).replace(
    /[&<>"']/g,
    (it) => ENTITIES[it] ?? '',
  );

const STYLE =
  'body{font-family:Inter,"Helvetica Neue","Segoe UI",Arial,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5;color:#1c2733}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0}figure{margin:1rem 0;overflow-x:auto}svg{max-width:100%;height:auto}h2{border-bottom:1px solid #ccd;padding-bottom:.3rem}';

function inline(piece: Inline): string {
  if (typeof piece === 'string') return escapeHtml(piece);
  const to = 'to' in piece ? `#${piece.to}` : piece.url;
  // Other URL schemes could run a script.
  if (!/^(#|https?:\/\/)/i.test(to)) return escapeHtml(piece.text);
  return `<a href="${escapeHtml(to)}">${escapeHtml(piece.text)}</a>`;
}

const inlines = (pieces: readonly Inline[]): string => pieces.map(inline).join('');

const tableRow = (cell: string, cells: readonly string[]): string =>
  `<tr>${cells.map((it) => `<${cell}>${it}</${cell}>`).join('')}</tr>`;

function block(it: Block): string {
  switch (it.kind) {
    case 'heading':
      return `<h${it.level} id="${escapeHtml(it.anchor)}">${escapeHtml(it.text)}</h${it.level}>`;
    case 'text':
      return it.text
        .split(/\n\s*\n/)
        .map((paragraph) => `<p>${paragraph.split('\n').map(escapeHtml).join('<br>')}</p>`)
        .join('\n');
    case 'facts':
      return `<dl>${it.facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${inlines(value)}</dd>`).join('')}</dl>`;
    case 'list':
      return `<ul>${it.items.map((item) => `<li>${inlines(item)}</li>`).join('')}</ul>`;
    case 'table':
      return `<table>${tableRow('th', it.head.map(escapeHtml))}${it.rows.map((row) => tableRow('td', row.map(inlines))).join('')}</table>`;
    case 'picture':
      return it.svg === undefined
        ? ''
        : `<figure role="img" aria-label="${escapeHtml(it.title)}">${it.svg.replace(/^<\?xml[^>]*>/, '')}</figure>`;
  }
}

/**
 * Formats a document as one HTML page without external resources or scripts. Pictures must be SVG created by archctl.
 */
export function toHtml(title: string, blocks: readonly Block[]): string {
  const body = blocks
    .map(block)
    .filter((it) => it !== '')
    .join('\n');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
