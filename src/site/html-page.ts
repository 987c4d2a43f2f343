import { escapeHtml } from '../documents/html.js';

/** Frame of all pages of a site. */

/**
 * Restricts a page to the files of the site. Explored neighbourhoods are laid out in a worker that starts from a blob,
 * and exported pictures are blobs.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  'font-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export interface PageFrame {
  title: string;
  /** Relative path to the folder of the start page: empty, or `../`. */
  root: string;
  /** Scripts, relative to the start page. */
  scripts: readonly string[];
  /** Route of the page in the browser page, for example `objects/booking-api`. */
  route?: string;
}

/** A complete HTML document; `body` is HTML. */
export function htmlPage({ title, root, scripts, route }: PageFrame, body: string): string {
  const at = route === undefined ? '' : ` data-route="${escapeHtml(route)}"`;
  return [
    '<!doctype html>',
    `<html lang="en"${at}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" href="data:,">`,
    `<link rel="stylesheet" href="${root}page.css">`,
    ...scripts.map((it) => `<script defer src="${root}${it}"></script>`),
    '</head>',
    `<body>${body}</body>`,
    '</html>',
    '',
  ].join('\n');
}

/** A list of HTML items; empty text without items. */
export const listHtml = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((it) => `<li>${it}</li>`).join('')}</ul>`;

/** A section with a heading; empty text without content. */
export const sectionHtml = (heading: string, content: string): string =>
  content === '' ? '' : `<section><h2>${escapeHtml(heading)}</h2>${content}</section>`;

/** Terms with HTML values; rows without a value are left out. */
export function factsHtml(facts: readonly (readonly [label: string, value: string | undefined])[]): string {
  const rows = facts.filter(([, value]) => value !== undefined && value !== '');
  if (rows.length === 0) return '';
  return `<dl>${rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${value}</dd>`).join('')}</dl>`;
}
