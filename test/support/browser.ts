/** Chromium for tests of pages. Debian's package is used; tests are skipped if it is not installed. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const path = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((directory) => NAMES.map((name) => join(directory, name)))
  .find((file) => existsSync(file));

let isReported = false;

/** Whether no browser is installed. It is printed once. */
export function isBrowserMissing(): boolean {
  const isMissing = path === undefined || spawnSync(path, ['--version'], { stdio: 'ignore' }).status !== 0;
  if (isMissing && !isReported) {
    isReported = true;
    process.stderr.write('Skipped: the tests of pages in a browser; Chromium is not installed.\n');
  }
  return isMissing;
}

let browser: Promise<Browser> | undefined;

async function start(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    ...(path !== undefined && { executablePath: path }),
    // The sandbox of Chromium does not work for root and in containers; pages of tests are our own.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** Closes the browser. Call it after all tests of a file. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export interface OpenPage {
  page: Page;
  /** Requests to other places than the page's own files or origin, messages on the console, and errors. */
  problems: string[];
}

/** Opens a page that may load only addresses that begin with `own`. It is closed when the test ends. */
export async function openPage(
  address: string,
  { own = 'file:', ...options }: BrowserContextOptions & { own?: string } = {},
): Promise<OpenPage> {
  browser ??= start();
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const problems: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (![own, 'data:', 'blob:'].some((it) => request.url().startsWith(it)))
      problems.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, problems };
}
