import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Public part of a page server: an empty document and the program of the page. It contains no data. */

/** Headers of every response. Nothing outside of the server's origin is loaded, sent or allowed to embed the page. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    'font-src data:',
    "connect-src 'self'",
    'worker-src blob:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Other ports of the host are the same site, so the cookie alone would let their pages load data as scripts.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * @param program File name of the page's script.
 * @param mode Whether the page follows changes (`live`), or loads its data once.
 * @param styles File names of its style sheets.
 */
export const shellHtml = (
  program: string,
  mode: 'live' | 'served',
  styles: readonly string[] = ['page.css'],
): string =>
  [
    '<!doctype html>',
    `<html lang="en" data-page="${mode}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>archctl</title>',
    '<link rel="icon" href="data:,">',
    ...styles.map((it) => `<link rel="stylesheet" href="${it}">`),
    `<script defer src="${program}"></script>`,
    '</head>',
    '<body><div id="page"><noscript><main class="text">This page needs JavaScript.</main></noscript></div></body>',
    '</html>',
    '',
  ].join('\n');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Scripts and style sheets of a page, by name.
 * @param directory Directory of the built page. @param complete Completes the text of a file.
 */
export function readAssets(
  directory: string,
  complete: (name: string, text: string) => string = (_, text) => text,
): ReadonlyMap<string, Asset> {
  const names = readdirSync(directory).filter((it) => extname(it) in TYPES);
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(directory, name), 'utf8');
      const type = TYPES[extname(name)] ?? '';
      const asset: Asset = {
        type,
        get body() {
          return Buffer.from(complete(name, text));
        },
      };
      return [name, asset];
    }),
  );
}
