// Takes the screenshot of the browser page for README.md and docs/pages.md: the sandbox's landscape, in Chromium.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFlags } from './arguments.mjs';

readFlags();
const { chromium } = await import('playwright-core');

const root = join(import.meta.dirname, '..');
const program = [process.execPath, join(root, 'bin', 'archctl.js')];
const work = mkdtempSync(join(tmpdir(), 'archctl-page-'));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

try {
  const site = join(work, 'site');
  const env = {
    ...process.env,
    ARCHCTL_CONFIG_DIR: join(work, 'config'),
    ARCHCTL_STATE_DIR: join(work, 'state'),
  };
  const [node, ...line] = [
    ...program,
    'sandbox',
    'exec',
    '--',
    ...program,
    'model',
    'site',
    'live',
    '--out',
    site,
  ];
  execFileSync(node, line, { env, stdio: 'inherit' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' });
  await page.goto(`${pathToFileURL(site)}/index.html#/diagrams/booking-apps?object=booking-api`);
  await page.locator('.sheet svg').waitFor();
  await page.locator('.impact').waitFor();
  await page.screenshot({ path: join(root, 'docs/screens/page.png'), animations: 'disabled' });
  await browser.close();
} finally {
  rmSync(work, { recursive: true, force: true });
}
