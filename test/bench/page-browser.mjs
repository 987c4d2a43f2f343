// Chromium and a web server with compression, for measurements of pages.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of Chromium; undefined if it is not installed. */
export const chromiumPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((directory) => NAMES.map((name) => join(directory, name)))
    .find((file) => existsSync(file));

export async function openBrowser() {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Serves a folder with gzip, as web servers do. `sent` counts the compressed bytes since the last reset. */
export async function serveFolder(folder) {
  const compressed = new Map();
  const state = { sent: 0, address: '', close: () => {} };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname);
    const file = join(folder, normalize(path), path.endsWith('/') ? 'index.html' : '');
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const body = compressed.get(file) ?? gzipSync(readFileSync(file));
    compressed.set(file, body);
    state.sent += body.byteLength;
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Encoding': 'gzip',
      'Content-Length': body.byteLength,
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.address = `http://127.0.0.1:${server.address().port}/`;
  state.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return state;
}

/** Milliseconds from the start of the navigation until an element is visible, in a new profile without a cache. */
export async function timeUntil(browser, address, selector) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  const elapsed = performance.now() - start;
  // Pictures of the first screen that arrive later count towards its size.
  await page.waitForLoadState('networkidle');
  await context.close();
  return elapsed;
}
