/** Chromium for tests of pages. Debian's package is used; tests are skipped if it is not installed. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Dialog,
  Page,
  Request,
} from 'playwright-core';
import { onTestFinished } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const path = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((directory) => NAMES.map((name) => join(directory, name)))
  .find((file) => existsSync(file));

let isMissing: boolean | undefined;

/** Whether no browser is installed. It is printed once. */
export function isBrowserMissing(): boolean {
  if (isMissing !== undefined) return isMissing;
  isMissing = path === undefined || spawnSync(path, ['--version'], { stdio: 'ignore' }).status !== 0;
  if (isMissing)
    process.stderr.write('Skipped: the tests of pages in a browser; Chromium is not installed.\n');
  return isMissing;
}

/** One browser for all test files of a worker. It ends with the worker. */
let browser: Promise<Browser> | undefined;

async function start(): Promise<Browser> {
  const { TMPDIR } = process.env;
  // The worker ends without an event, so its files are put where they are deleted after all tests.
  process.env.TMPDIR = process.env.ARCHCTL_TEST_CACHE;
  try {
    const { chromium } = await import('playwright-core');
    return await chromium.launch({
      ...(path !== undefined && { executablePath: path }),
      // The sandbox of Chromium does not work for root and in containers; pages of tests are our own.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--in-process-gpu'],
      // Its handlers end the process, and other tests of the worker send themselves signals. The browser also ends
      // when its pipe closes.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** A page in a context of its own, and the options of that context. */
interface Tab {
  key: string;
  context: BrowserContext;
  page: Page;
}

/** Empty pages that no test uses. Opening a page takes four times as much CPU as loading a site into it. */
const unused: Tab[] = [];

async function takeTab(options: BrowserContextOptions): Promise<Tab> {
  const key = JSON.stringify(options);
  const at = unused.findIndex((it) => it.key === key);
  const [found] = at < 0 ? [] : unused.splice(at, 1);
  if (found) return found;
  browser ??= start();
  const context = await (await browser).newContext(options);
  return { key, context, page: await context.newPage() };
}

/** Empties a page, deletes everything that it has stored, and closes the other pages of its context. */
async function returnTab(tab: Tab): Promise<void> {
  const { context, page } = tab;
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    if (page.url() !== 'about:blank')
      await page.evaluate('try { localStorage.clear(); sessionStorage.clear(); } catch {}');
    await page.goto('about:blank');
    await context.clearCookies();
    unused.push(tab);
  } catch {
    // A page that does not react is of no use to other tests.
    await context.close();
  }
}

export interface OpenPage {
  page: Page;
  /** Requests to other places than the page's own files or origin, messages on the console, and errors. */
  problems: string[];
}

type OpenOptions = Pick<
  BrowserContextOptions,
  'colorScheme' | 'viewport' | 'javaScriptEnabled' | 'permissions' | 'httpCredentials'
> & {
  /** Beginning of the addresses that the page may load (default: files). */
  own?: string;
  /** Script that runs before those of the page. */
  before?: string;
};

/** Opens an address. Nothing of the page is left when the test ends. */
export async function openPage(
  address: string,
  {
    own = 'file:',
    before,
    colorScheme = 'light',
    viewport = { width: 1280, height: 800 },
    ...options
  }: OpenOptions = {},
): Promise<OpenPage> {
  const tab = await takeTab(options);
  const { context, page } = tab;
  const problems: string[] = [];
  const listeners = {
    console: (message: ConsoleMessage) => problems.push(`console: ${message.text()}`),
    pageerror: (error: Error) => problems.push(`error: ${error.message}`),
    dialog: (dialog: Dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    },
  };
  const onRequest = (request: Request) => {
    if (![own, 'data:', 'blob:'].some((it) => request.url().startsWith(it)))
      problems.push(`request: ${request.url()}`);
  };
  page.on('console', listeners.console).on('pageerror', listeners.pageerror).on('dialog', listeners.dialog);
  context.on('request', onRequest);
  onTestFinished(async () => {
    if (before !== undefined) return context.close();
    page
      .off('console', listeners.console)
      .off('pageerror', listeners.pageerror)
      .off('dialog', listeners.dialog);
    context.off('request', onRequest);
    await returnTab(tab);
  });
  if (before !== undefined) await page.addInitScript(before);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: null });
  await page.goto(address);
  return { page, problems };
}

/** Violations of accessibility rules by the shown page, found by axe. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(`${axe.source};undefined`);
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))",
  );
}
